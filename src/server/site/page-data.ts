import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultLeague } from '#contract/fixtures/leagues.ts';
import { Configuration, Environment } from '#contract/site/site.ts';
import type { PageData } from '#contract/site/page-data.ts';
import { isUpcomingOrInPlay } from '#domain/fixture.ts';
import { sortUpcomingFirst } from '#domain/tip-order.ts';
import { dayMs } from '#domain/durations.ts';

import type { Services } from '../services.ts';
import { toFixture } from '../fixtures/presenter.ts';
import { type FixtureRow, readLeagues, readListedFixtures } from '../fixtures/queries.ts';
import { toTipster } from '../members/presenter.ts';
import { readListedTipsters } from '../members/queries.ts';
import { toPublicTip } from '../tips/presenter.ts';
import { readFeedTipRows } from '../tips/queries.ts';

/** Maximum rows for the first screen; the page requests further rows itself. */
const maxRows = { firstLeague: 8, tipsters: 12, tips: 4 };

/** Query for the newest tips, from which the home screen selects a few. */
const newestTipQuery = {
  limit: 100,
  before: undefined,
  fixtureId: undefined,
  search: '',
  minOdds: 0,
  stars: 0,
  startsAfter: undefined,
};

/** Number of future games visible on the first screen of all leagues. */
const visibleGameCount = 8;

/** Time in milliseconds for which rows are cached. */
const rowsLifetimeMs = 10_000;

type SiteSettings = Pick<PageData, 'environment' | 'configuration'>;

/**
 * Returns the instant until which the embedded game list is complete; undefined if all games are
 * embedded. One day after the last visible game, so that its day is complete in every time zone.
 */
function findCompleteUntil(rows: readonly FixtureRow[], at: Date): Date | undefined {
  const upcoming = rows.filter(({ kickOff }) => kickOff > at);
  const last = upcoming[visibleGameCount - 1];
  const until = last && new Date(last.kickOff.getTime() + dayMs);
  return until && upcoming.some(({ kickOff }) => kickOff >= until) ? until : undefined;
}

/**
 * Returns a function that reads the data embedded in a page; the function returns undefined if the
 * site uses another server's API.
 */
export async function createPageDataReader(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  folder: string,
): Promise<() => Promise<PageData | undefined>> {
  const site = await readSiteSettings(folder).catch(() => undefined);
  let last: { at: number; rows: Promise<PageData> } | undefined;

  async function read(own: SiteSettings, at: Date): Promise<PageData> {
    const [leagues, rows, tipsters, tips] = await Promise.all([
      readLeagues(database),
      readListedFixtures(database, at),
      readListedTipsters(database, { minOdds: 0, limit: maxRows.tipsters, after: undefined, at }),
      readFeedTipRows(database, newestTipQuery),
    ]);
    const listed = rows.filter(({ kickOff }) => isUpcomingOrInPlay(kickOff, at));
    const until = findCompleteUntil(listed, at);
    const first = listed
      .filter(({ sportKey }) => sportKey === defaultLeague)
      .slice(0, maxRows.firstLeague);
    const shown = listed.filter((row) => !until || row.kickOff < until || first.includes(row));
    return {
      ...own,
      leagues,
      fixtures: shown.map(toFixture),
      ...(until && { fixturesUntil: until.toISOString() }),
      tipsters: tipsters.map((tipster) => {
        const { tips: _, ...rest } = toTipster(tipster, [], undefined);
        return rest;
      }),
      tips: sortUpcomingFirst(
        tips.map((row) => toPublicTip(row)),
        at,
      ).slice(0, maxRows.tips),
    };
  }

  return async () => {
    if (!site) return undefined;
    const at = clock();
    if (!last || Math.abs(at.getTime() - last.at) > rowsLifetimeMs) {
      last = { at: at.getTime(), rows: read(site, at) };
    }
    try {
      return await last.rows;
    } catch {
      // Without data the page still opens, and requests the data itself.
      last = undefined;
      return undefined;
    }
  };
}

/** Reads two files of the built site; undefined if they name another server's API. */
async function readSiteSettings(folder: string): Promise<SiteSettings | undefined> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const environment = Environment.parse(await read('env.json'));
  const configuration = Configuration.parse(await read(`config.${environment.environment}.json`));
  return configuration.apiBaseUrl === '' ? { environment, configuration } : undefined;
}
