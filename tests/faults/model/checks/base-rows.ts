import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

import { desk, type DeskFixture } from '#contract/desk.ts';
import { pull } from '#contract/sync.ts';
import { Tip } from '#contract/tips.ts';

import { differences } from '../../contents/differences.ts';
import type { Device } from '../../world/device.ts';
import { logsIn, type Person } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { fixturesStored } from './view-at-desk.ts';
import { readBase } from './view.ts';

/** The last seen pull cursors, by device and member. */
export type Cursors = Map<string, number>;

/** Checks that a pull cursor never decreases while the member's rows stay. */
export function judgeCursors(world: World, cursors: Cursors): void {
  for (const device of world.devices) {
    for (const { id, name } of world.people) {
      const at = `${device.number} ${id}`;
      const documents = device.disk.rows(`touchline-member-${id}`, 'documents');
      const cursor = Number(documents.find((row) => row['name'] === 'cursor')?.['value'] ?? -1);
      const before = cursors.get(at) ?? -1;
      // After a logout the rows are deleted, and pulled again from the start.
      if (cursor >= 0 && cursor < before)
        world.found('cursor fell', `${name}: ${before} to ${cursor}`);
      cursors.set(at, cursor);
    }
  }
}

/** Checks at the end that each device has the server's rows of its logged-in member. */
export async function judgeConvergence(world: World, device: Device): Promise<void> {
  const person = device.login?.person;
  if (!person) return;
  const base = readBase(device, person.id);
  const serverVersions = await everythingOf(world, person);
  const tips = base.tips.map(({ booked: _, ...tip }) => tip);
  same(world, device, 'tips', nameless(tips), nameless(serverVersions.tips));
  const follows = (rows: readonly { tipsterId: string; following: boolean }[]) =>
    new Map(rows.map((row) => [row.tipsterId, row]));
  same(world, device, 'follows', follows(base.follows), follows(serverVersions.follows));
  if (!isDeepStrictEqual(base.profile, serverVersions.profile)) {
    world.found('not converged', `device ${device.number}: the profile of ${person.name} differs`);
  }
  if (person.role !== 'administrator') return;
  await judgeAdminTips(world, device, person);
  await judgeDesk(world, device, person);
}

/** Compares a device's desk with the server's, without proposals, which depend on the time. */
async function judgeDesk(world: World, device: Device, person: Person): Promise<void> {
  const { fixtures } = z.parse(desk.reply, await requests(world, person, '/api/admin/desk'));
  const plain = (all: readonly DeskFixture[]) =>
    new Map(
      all.map((fixture) => [
        fixture.id,
        { ...fixture, selections: fixture.selections.map(({ proposal: _, ...one }) => one) },
      ]),
    );
  same(world, device, 'the desk', plain(fixturesStored(device, person.id)), plain(fixtures));
}

async function everythingOf(world: World, person: Person) {
  const answer = await requests(world, person, '/api/sync?since=0');
  return z.parse(pull.reply, answer);
}

async function judgeAdminTips(world: World, device: Device, person: Person): Promise<void> {
  const list = z.parse(z.array(Tip), await requests(world, person, '/api/admin/tickets?limit=100'));
  const rows = device.disk.rows(`touchline-member-${person.id}`, 'adminTips');
  const stored = rows.filter((row): row is Tip & Record<string, unknown> => 'options' in row);
  const listed = new Map([...byId(list)].map(([id, { version }]) => [id, version]));
  const known = new Map(stored.map(({ id, version }) => [id, version]));
  same(world, device, "everybody's tickets", known, listed);
}

async function requests({ server }: World, person: Person, path: string): Promise<unknown> {
  const authorization = `Bearer ${await logsIn(server, person)}`;
  const answer = await server.handles({ method: 'GET', path, headers: { authorization } });
  return JSON.parse(answer.body);
}

/** Tips without names: a device has the tipster's name as it was when the tip last changed. */
function nameless(tips: readonly Tip[]): Map<string, unknown> {
  return new Map(tips.map(({ tipsterName: _, ...tip }) => [tip.id, tip]));
}

function byId(tips: readonly Tip[]): Map<string, Tip> {
  return new Map(tips.map((tip) => [tip.id, tip]));
}

function same(
  world: World,
  device: Device,
  what: string,
  known: ReadonlyMap<string, unknown>,
  serverVersions: ReadonlyMap<string, unknown>,
): void {
  for (const id of new Set([...known.keys(), ...serverVersions.keys()])) {
    const [here, there] = [known.get(id), serverVersions.get(id)];
    if (isDeepStrictEqual(here, there)) continue;
    const where = `device ${device.number}, ${what}: ${world.ledger.alias(id)}`;
    const apart = differences(there, here).join(', ') || 'more than the server has';
    world.found('not converged', `${where}: ${apart}`);
  }
}
