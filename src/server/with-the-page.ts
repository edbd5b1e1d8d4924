import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultLeague } from '#contract/leagues.ts';
import { Configuration, Environment } from '#contract/site.ts';
import type { WithThePage } from '#contract/with-the-page.ts';

import type { Services } from './services.ts';
import { toFixture } from './fixtures/presenter.ts';
import { knownLeagues, openFixtures } from './fixtures/queries.ts';
import { toTipster } from './members/presenter.ts';
import { listedTipsters } from './members/queries.ts';

/** As much as a first screen shows: what follows is asked for by the page. */
const most = { fixtures: 24, otherFixtures: 3, tipsters: 12 };

/** How long the same rows are sent to everybody, in milliseconds. */
const keptFor = 10_000;

type Site = Pick<WithThePage, 'environment' | 'configuration'>;

/** Reads what goes with the page of a site in this folder. It answers nothing where the site's API is another. */
export async function withThePage(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  folder: string,
): Promise<() => Promise<WithThePage | undefined>> {
  const site = await readSite(folder).catch(() => undefined);
  let last: { at: number; rows: Promise<WithThePage> } | undefined;

  async function read(own: Site, at: Date): Promise<WithThePage> {
    const [leagues, rows, tipsters] = await Promise.all([
      knownLeagues(database),
      openFixtures(database, at),
      listedTipsters(database, { leastOdds: 0, limit: most.tipsters, after: undefined }),
    ]);
    const first = rows.filter(({ sportKey }) => sportKey === defaultLeague);
    const others = rows.filter(
      ({ sportKey, kickOff }) => sportKey !== defaultLeague && kickOff > at,
    );
    const shown = [...first.slice(0, most.fixtures), ...others.slice(0, most.otherFixtures)];
    return {
      ...own,
      leagues,
      fixtures: shown.map(toFixture),
      tipsters: tipsters.map((tipster) => toTipster(tipster, [], undefined)),
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
