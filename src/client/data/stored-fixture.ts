import { useLiveQuery } from 'dexie-react-hooks';
import type { Fixture } from '#contract/fixtures.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { teamsOf } from '#domain/fixture.ts';
import { fixtureDocument, leagueDocument } from '#sync/refresh/document-names.ts';
import { type Device, useDevice } from './device/device.tsx';
import { hasFields } from './documents.ts';
import { isLeaguePage } from './records.ts';

/** One fixture, wherever this device has it; null when it does not know it. */
export function useFixture(id: string): Fixture | null | undefined {
  const device = useDevice();
  const read = useLiveQuery(
    async () => ({ id, fixture: (await findFixture(device, id)) ?? null }),
    [device, id],
  );
  // The previous fixture is returned until the next is read.
  return read?.id === id ? read.fixture : undefined;
}

/** The calendar first, which is refreshed most; what a leg says of its game is the least. */
async function findFixture(device: Device, id: string): Promise<Fixture | undefined> {
  const { fixtures, documents } = device.publicStore;
  const listed = await fixtures.get(id);
  if (listed) return listed;
  const opened = (await documents.get(fixtureDocument(id)))?.value;
  if (isFixture(opened)) return opened;
  return (await inLeaguePages(device, id)) ?? (await inTips(device, id));
}

function isFixture(value: unknown): value is Fixture {
  return hasFields(value, 'id', 'sportKey', 'home', 'away', 'kickOff', 'status');
}

async function inLeaguePages({ publicStore }: Device, id: string): Promise<Fixture | undefined> {
  const pages = await publicStore.documents.where('name').startsWith(leagueDocument('')).toArray();
  return pages
    .flatMap(({ value }) => (isLeaguePage(value) ? [...value.results, ...value.fixtures] : []))
    .find((fixture) => fixture.id === id);
}

async function inTips({ publicStore, member }: Device, id: string): Promise<Fixture | undefined> {
  const tables = [publicStore.tips, member?.store.tips, member?.store.followedTips];
  for (const table of tables) {
    const tip = await table?.filter((tip) => legOn(tip, id) !== undefined).first();
    const fixture = tip && fixtureOf(legOn(tip, id));
    if (fixture) return fixture;
  }
  return undefined;
}

function legOn({ options }: Pick<Tip, 'options'>, id: string): Leg | undefined {
  return options.find(({ fixtureId }) => fixtureId === id);
}

function fixtureOf(leg: Leg | undefined): Fixture | undefined {
  const teams = leg && teamsOf(leg.game);
  if (!teams) return undefined;
  const { fixtureId: id, sportKey = '', startDateOfGame: kickOff, fixtureStatus, score } = leg;
  const status = fixtureStatus ?? 'scheduled';
  return { id, sportKey, ...teams, kickOff, status, ...(score && { score }) };
}
