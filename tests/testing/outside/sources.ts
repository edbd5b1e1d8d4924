import { expect } from 'vitest';

import { type Source, parseSource } from '#server/sources/source.ts';
import type { OddsMarket } from '#server/sources/markets.ts';
import { importOdds } from '#server/sources/odds-round.ts';
import { importResults } from '#server/sources/results.ts';
import type { Services } from '#server/services.ts';

import { anHttpServer, type Received, type Reply } from '../server/an-http-server.ts';
import { atTheEnd } from '../server/clean-up.ts';

/** The secret key of a source; tests assert that it appears nowhere else. */
export const sourceKey = 'k3y-of-a-paying-operator';

type Line = { level: 'warn' | 'info'; about: object; sentence: string };

/** A local odds or results source with the test's responses, and the log lines of its imports. */
export async function aSource(
  form: Source['api'],
  answer: (request: Received) => Reply | Promise<Reply>,
) {
  const server = await anHttpServer(answer);
  atTheEnd(async () => server[Symbol.asyncDispose]());
  const source: Source =
    parseSource(`${server.url}/${form}`, sourceKey) ??
    expect.unreachable(`no source speaks ${form}`);
  const lines: Line[] = [];
  const log = {
    warn: (about: object, sentence: string) => void lines.push({ level: 'warn', about, sentence }),
    info: (about: object, sentence: string) => void lines.push({ level: 'info', about, sentence }),
  };
  const timeouts = { within: 10_000 };
  const tools = ({ settings, database, clock }: Services) => ({
    database,
    clock,
    secret: settings.jwtSecret,
    fetch: globalThis.fetch,
    log,
    within: timeouts.within,
  });
  return {
    source,
    host: source.host,
    requests: server.requests,
    lines,
    /** Timeout in milliseconds that the server grants the source. */
    timeouts,
    warnings: () => lines.filter(({ level }) => level === 'warn').map(({ sentence }) => sentence),
    paths: () => server.requests.map(({ path }) => path),
    /** Runs the import that a server starts every minute. */
    takeOdds: async (
      services: Services,
      leagues = ['soccer_epl'],
      { key = sourceKey, markets = ['totals'] }: { key?: string; markets?: OddsMarket[] } = {},
    ) => importOdds(tools(services), { source: { ...source, key }, leagues, markets }),
    takeResults: async (services: Services) => importResults(tools(services), { source }),
  };
}

type GameFields = {
  /** The source's event id; by default built from the club names. */
  id?: string;
  home: string;
  away: string;
  kickOff: Date;
  /** Prices of home win, draw and away win, one entry per bookmaker. */
  h2h?: readonly (readonly [home: number, draw: number, away: number])[];
  /** Prices of over and under 2.5 goals. */
  totals?: readonly [over: number, under: number];
};

/** A game in the format of The Odds API version 4, recorded, with the test's values. */
export function v4Game({ id, home, away, kickOff, h2h = [[2.1, 3.4, 3.6]], totals }: GameFields) {
  const last_update = '2026-03-07T11:58:03Z';
  return {
    id: id ?? `${home} ${away}`,
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: kickOff.toISOString().replace('.000Z', 'Z'),
    home_team: home,
    away_team: away,
    bookmakers: h2h.map(([one, draw, two], at) => ({
      key: `bookmaker_${at}`,
      title: `Bookmaker ${at}`,
      last_update,
      markets: [
        {
          key: 'h2h',
          last_update,
          // Outcomes may have any order; the recording sorts them by name.
          outcomes: [
            { name: away, price: two },
            { name: home, price: one },
            { name: 'Draw', price: draw },
          ],
        },
        ...(totals
          ? [
              {
                key: 'totals',
                last_update,
                outcomes: [
                  { name: 'Over', price: totals[0], point: 2.5 },
                  { name: 'Under', price: totals[1], point: 2.5 },
                ],
              },
            ]
          : []),
      ],
    })),
  };
}

/** The game in the format of version 3, where the home club comes second in `teams`. */
export function v3Game({ home, away, kickOff, h2h = [[2.1, 3.4, 3.6]] }: GameFields) {
  return {
    sport_key: 'soccer_epl',
    sport_nice: 'EPL',
    teams: [away, home],
    home_team: home,
    commence_time: kickOff.getTime() / 1000,
    sites: h2h.map(([one, draw, two], at) => ({
      site_key: `site_${at}`,
      site_nice: `Site ${at}`,
      last_update: 1772884683,
      odds: { h2h: [two, one, draw] },
    })),
    sites_count: h2h.length,
  };
}

/** The odds service's header with the number of remaining requests. */
export function remainingHeader(remaining: number): Record<string, string> {
  return {
    'x-requests-remaining': String(remaining),
    'x-requests-used': '100',
    'x-requests-last': '2',
  };
}

/** The version 4 response to a request: the list of sports, or these games. */
export function v4Answer(
  games: () => readonly object[],
  headers: () => Record<string, string> = () => remainingHeader(18_000),
): (request: Received) => Reply {
  const sports = [
    {
      key: 'soccer_epl',
      group: 'Soccer',
      title: 'EPL',
      description: 'English Premier League',
      active: true,
      has_outrights: false,
    },
  ];
  return ({ path }) => ({
    status: 200,
    headers: headers(),
    body: path.endsWith('/sports') ? sports : games(),
  });
}
