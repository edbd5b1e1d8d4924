import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultLeague } from '#contract/leagues.ts';
import { Configuration, Environment } from '#contract/site.ts';
import type { PageData } from '#contract/page-data.ts';
import { isListed } from '#domain/fixture.ts';
import { upcomingFirst } from '#domain/tip-order.ts';

import type { Services } from './services.ts';
import { toFixture } from './fixtures/presenter.ts';
import { day, type FixtureRow, knownLeagues, openFixtures } from './fixtures/queries.ts';
import { toTipster } from './members/presenter.ts';
import { listedTipsters } from './members/queries.ts';
import { toPublicTip } from './tips/presenter.ts';
import { feedRows } from './tips/queries.ts';

/** As much as a first screen shows: what follows is asked for by the page. */
const most = { ofTheFirstLeague: 8, tipsters: 12, tips: 4 };

/** Home picks those it shows from so many of the newest. */
const newest = {
  limit: 100,
  before: undefined,
  fixtureId: undefined,
  search: '',
  minOdds: 0,
  stars: 0,
  startsAfter: undefined,
};

/** So many games to come are on the first screen of a list of all leagues. */
const inSight = 8;

/** How long the same rows are sent to everybody, in milliseconds. */
const keptFor = 10_000;

type Site = Pick<PageData, 'environment' | 'configuration'>;

/**
 * Until when the list of games is sent whole, so that none of those that come later stands between two of
 * them: a day past the first in sight, which ends the day of those in every zone. Undefined where that is all.
 */
function wholeUntil(rows: readonly FixtureRow[], at: Date): Date | undefined {
  const toCome = rows.filter(({ kickOff }) => kickOff > at);
  const last = toCome[inSight - 1];
  const until = last && new Date(last.kickOff.getTime() + day);
  return until && toCome.some(({ kickOff }) => kickOff >= until) ? until : undefined;
}

/** Reads what goes with the page of a site in this folder. It answers nothing where the site's API is another. */
export async function pageData(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  folder: string,
): Promise<() => Promise<PageData | undefined>> {
  const site = await readSite(folder).catch(() => undefined);
  let last: { at: number; rows: Promise<PageData> } | undefined;

  async function read(own: Site, at: Date): Promise<PageData> {
    const [leagues, rows, tipsters, tips] = await Promise.all([
      knownLeagues(database),
      openFixtures(database, at),
      listedTipsters(database, { leastOdds: 0, limit: most.tipsters, after: undefined, at }),
      feedRows(database, newest),
    ]);
    const listed = rows.filter(({ kickOff }) => isListed(kickOff, at));
    const until = wholeUntil(listed, at);
    const first = listed
      .filter(({ sportKey }) => sportKey === defaultLeague)
      .slice(0, most.ofTheFirstLeague);
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
      tips: upcomingFirst(
        tips.map((row) => toPublicTip(row)),
        at,
      ).slice(0, most.tips),
    };
  }

  return async () => {
    if (!site) return undefined;
    const at = clock();
    if (!last || Math.abs(at.getTime() - last.at) > keptFor) {
      last = { at: at.getTime(), rows: read(site, at) };
    }
    try {
      return await last.rows;
    } catch {
      // The page opens without them, and asks.
      last = undefined;
      return undefined;
    }
  };
}

/** The two files of the site; undefined where they name another API, whose rows these are not. */
async function readSite(folder: string): Promise<Site | undefined> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const environment = Environment.parse(await read('env.json'));
  const configuration = Configuration.parse(await read(`config.${environment.environment}.json`));
  return configuration.apiBaseUrl === '' ? { environment, configuration } : undefined;
}
