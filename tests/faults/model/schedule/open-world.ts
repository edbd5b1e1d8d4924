import { recordArrived, recordHandled } from '../checks/answers.ts';
import { type Cursors, judgeCursors } from '../checks/base-rows.ts';
import { observeOutboxes } from '../checks/outbox.ts';
import { judgeSending, type UnderWay } from '../checks/sending.ts';
import { recordRefusedRead } from '../checks/sessions.ts';
import { closeBooks, forgetAll } from '../../world/bookkeeping.ts';
import { chance } from '../../world/chance.ts';
import { aDevice, type Device } from '../../world/device.ts';
import { ledger } from '../../world/ledger.ts';
import type { Arrived, Sent } from '../../world/network.ts';
import { install, logInOn } from '../../world/logins.ts';
import { openCommunity, openSeason } from '../../world/people.ts';
import { quiet } from '../../world/quiet.ts';
import { type Server, start } from '../../world/server.ts';
import { virtualTime } from '../../world/virtual-time.ts';
import type { Violation, World } from '../../world/world.ts';
import { opensTab } from './phones-steps.ts';
import type { Plan, Step } from './plan.ts';

/** A world before its first step, and its log. */
export type OpenedWorld = World & { lines: string[] };

/** Opens three phones with their people, a season of future games, and a server. */
export async function openWorld(server: Server, plan: Plan): Promise<OpenedWorld> {
  const lines: string[] = [];
  const violations: Violation[] = [];
  const time = virtualTime(start, async () => world.settled());
  server.setClock(time.now);
  await forgetAll(server.database);
  const people = await openCommunity(server, start, plan.administrators);
  const games = await openSeason(server, start);
  await closeBooks(server.database);
  const cursors: Cursors = new Map();
  const devices: Device[] = [];

  const world: OpenedWorld = {
    time,
    server,
    people,
    games,
    kickOffs: new Map(games.map(({ id, kickOff }) => [id, [{ from: 0, kickOff }]])),
    fileResults: [],
    handled: [],
    verified: new Map(people.map(({ id }) => [id, []])),
    devices,
    ledger: ledger(),
    strays: new Map(),
    counts: { operations: 0, requests: 0, faults: {}, refusals: {} },
    action: undefined,
    violations,
    lines,
    found(check, what) {
      if (violations.some((known) => known.check === check && known.what === what)) return;
      violations.push({ check, what });
      world.log(`!! ${check}: ${what}`);
    },
    log(text) {
      const at = ((time.now() - start) / 1000).toFixed(3);
      lines.push(`${at.padStart(10)} ${named(world, text)}`);
    },
    observe: () => observeOutboxes(world),
    async settled() {
      await quiet();
      observeOutboxes(world);
      judgeCursors(world, cursors);
    },
  };
  for (const [number, who] of plan.people.entries()) {
    const device = aDeviceIn(world, plan, number);
    devices.push(device);
    if (device.hasWorker) await install(device);
    const person = people[who];
    if (person) await logInOn(device, server, person);
    world.observe();
    opensTab(world, device);
  }
  await world.settled();
  return world;
}

function aDeviceIn(world: World, plan: Plan, number: number): Device {
  const underWay: UnderWay = new Map();
  const isOver = (sent: Sent) => underWay.delete(sent);
  const device: Device = aDevice({
    number,
    home: plan.people[number] ?? 0,
    hasWorker: plan.steps.some((step) => wakesAWorker(step, number)),
    time: world.time,
    server: world.server,
    chance: chance(plan.seed * 8 + number),
    hasLocks: plan.locks[number] ?? true,
    watch: {
      onSend(sent) {
        world.counts.requests += 1;
        world.log(`${sent.sender.name} sends ${sent.method} ${sent.path} ${sent.key ?? ''}`);
        judgeSending(world, device, sent, underWay);
      },
      async onHandled(sent, answer) {
        world.log(`the server: ${sent.path} ${sent.key ?? ''} ${answer?.status ?? 'dies'}`);
        await recordHandled(world, sent, answer);
      },
      onAnswer(arrived: Arrived) {
        isOver(arrived.sent);
        world.log(`${arrived.sent.sender.name} receives ${arrived.answer.status}`);
        recordRefusedRead(device, arrived);
        recordArrived(world, arrived);
      },
      onFailure(sent) {
        isOver(sent);
        world.log(`${sent.sender.name} receives nothing for ${sent.path}`);
      },
      onFault(kind) {
        world.log(`fault: ${kind}`);
        world.counts.faults[kind] = (world.counts.faults[kind] ?? 0) + 1;
        if (kind.startsWith('storage')) device.disturbedAt = world.time.now();
      },
      onOutboxWrite(durability) {
        if (durability !== 'strict')
          world.found('not strict', `an outbox is written ${durability}`);
      },
    },
  });
  return device;
}

function wakesAWorker(step: Step, number: number): boolean {
  if (!('device' in step) || step.device !== number) return false;
  return step.do === 'sync-event' || step.do === 'pull-event' || step.do === 'die-at-step';
}

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces ids, which differ in every run, by short names. */
function named({ ledger, people }: World, text: string): string {
  return text.replace(id, (found) => {
    const person = people.find((each) => each.id === found);
    return person ? person.name : ledger.alias(found);
  });
}
