import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { parseGameName } from '#domain/fixture.ts';
import { fixtureDocument, leagueDocument } from '#sync/refresh/document-names.ts';
import { type Device, useDevice } from './device/device.tsx';
import { collections } from './collections.ts';
import { useKeyedQuery } from './keyed-query.ts';

/** One fixture from any table on this device; null if no table has it. */
export function useFixture(id: string): Fixture | null | undefined {
  const device = useDevice();
  return useKeyedQuery(id, async () => (await findFixture(device, id)) ?? null, [device]);
}

/**
 * Searches the fixtures table first, because it is refreshed most often, and legs of tips last,
 * because they have the fewest fields.
 */
async function findFixture(device: Device, id: string): Promise<Fixture | undefined> {
  const { fixtures, documents } = device.publicStore;
  const listed = await fixtures.get(id);
  if (listed) return listed;
  const opened = await documents.get(fixtureDocument(id));
  return (
    collections.fixture.parse(opened?.value) ??
    (await findInLeaguePages(device, id)) ??
    (await findInTips(device, id))
  );
}

async function findInLeaguePages(
  { publicStore }: Device,
  id: string,
): Promise<Fixture | undefined> {
  const pages = await publicStore.documents.where('name').startsWith(leagueDocument('')).toArray();
  return pages
    .flatMap(({ value }) => {
      const page = collections.leaguePage.parse(value);
      return page ? [...page.results, ...page.fixtures] : [];
    })
    .find((fixture) => fixture.id === id);
}

async function findInTips(
  { publicStore, member }: Device,
  id: string,
): Promise<Fixture | undefined> {
  const tables = [publicStore.tips, member?.store.tips, member?.store.followedTips];
  for (const table of tables) {
    const tip = await table?.filter((tip) => findLegOnFixture(tip, id) !== undefined).first();
    const fixture = tip && toFixtureOfLeg(findLegOnFixture(tip, id));
    if (fixture) return fixture;
  }
  return undefined;
}

function findLegOnFixture({ options }: Pick<Tip, 'options'>, id: string): Leg | undefined {
  return options.find(({ fixtureId }) => fixtureId === id);
}

function toFixtureOfLeg(leg: Leg | undefined): Fixture | undefined {
  const teams = leg && parseGameName(leg.game);
  if (!teams) return undefined;
  const { fixtureId: id, sportKey = '', startDateOfGame: kickOff, fixtureStatus, score } = leg;
  const status = fixtureStatus ?? 'scheduled';
  return { id, sportKey, ...teams, kickOff, status, ...(score && { score }) };
}
