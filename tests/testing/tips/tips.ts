import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { Problem } from '#contract/sync.ts';
import { Tip } from '#contract/tips.ts';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { toSessionLifetimeMs, openSession } from '#server/auth/sessions.ts';
import type { Services } from '#server/services.ts';

import { type Answer, type Api, type RequestOptions, theApi } from '../server/api.ts';
import { type AClock, aClock, hour } from '../clock/clock.ts';
import { aFixture } from './fixtures.ts';
import { unlimited } from '../server/limits.ts';
import { aMember, type Member } from '../people/members.ts';

/** A stored game; `game` is its text in slips, such as "Arsenal Vs Chelsea". */
export type Game = { id: string; game: string; kickOff: Date; home: string; away: string };

type GameFields = Omit<NonNullable<Parameters<typeof aFixture>[1]>, 'kickOff' | 'prices'> & {
  /** Milliseconds until its kick-off; by default two hours. */
  startsIn?: number;
  /** Prices of home win, draw and away win; undefined for a game without prices. */
  prices?: readonly [home: number, draw: number, away: number] | undefined;
};

/** A server with a few members and a clock that the test moves. */
export type Community = {
  api: Api;
  services: Services;
  clock: AClock;
  tipster: Member;
  other: Member;
  administrator: Member;
  secondAdministrator: Member;
  aMember: (fields?: Parameters<typeof aMember>[1]) => Promise<Member>;
  /** Logs a member in again after the session has expired. */
  returns: (member: Member) => Promise<{ token: string }>;
  aGame: (fields?: GameFields) => Promise<Game>;
  /**
   * Posts a tip on these games, or on a new game; returns the tip as its owner sees it. By default,
   * the option is the first one that the owner has not used on these games.
   */
  aTip: (fields?: {
    by?: Member;
    games?: readonly Game[];
    oddName?: string;
    rest?: Record<string, unknown>;
  }) => Promise<Tip>;
  /** Returns a tip as administrators see it, without its author. */
  tip: (id: string) => Promise<Tip>;
};

export async function aCommunity(choices?: Parameters<typeof theApi>[0]): Promise<Community> {
  const clock = aClock('2026-03-07T12:00:00.000Z');
  // Without rate limits, because some tests send hundreds of requests in a second.
  const api = await theApi({ clock, limits: unlimited, ...choices });
  const services = { settings: api.settings, database: api.database, clock, limits: api.limits };
  // Sequential inserts use one connection, because a new connection takes longer than all inserts.
  const tipster = await aMember(services);
  const other = await aMember(services, { firstName: 'Bola', lastName: 'Ade' });
  const administrator = await aMember(services, { role: 'administrator', firstName: 'Chi' });
  const secondAdministrator = await aMember(services, { role: 'administrator', firstName: 'Dayo' });

  const community: Community = {
    api,
    services,
    clock,
    tipster,
    other,
    administrator,
    secondAdministrator,
    aMember: async (fields) => aMember(services, fields),
    async returns({ id, email }) {
      const session = await openSession(api.database, api.settings.jwtSecret, {
        member: { id, email, role: 'member' },
        now: clock(),
        lifetimeMs: toSessionLifetimeMs(true),
      });
      return { token: session.access_token };
    },
    aGame: async (fields) => aGame(services, fields),
    async aTip({ by: { token } = tipster, games, oddName, rest = {} } = {}) {
      const chosen = games ?? [await aGame(services)];
      const names = oddName === undefined ? oddNames : [oddName];
      const post = async ([name, ...others]: readonly string[]): Promise<Tip> => {
        const options = chosen.map(({ id }) => ({ fixtureId: id, oddName: name }));
        const answer = await api.post('/api/tips', { token, body: { options, ...rest } });
        const isRepeat = Object(answer.body).code === 'already-tipped';
        return isRepeat && others.length > 0 ? post(others) : tipOf(answer, 201);
      };
      return post(names);
    },
    async tip(id) {
      const answer = await api.get(`/api/tips/${id}`, { token: administrator.token });
      const { author: _, ...tip } = tipOf(answer);
      return tip;
    },
  };
  return community;
}

/** The names of all options; the options of 1X2 come first. */
export const oddNames: readonly string[] = bettingOptions.map(oddNameOf);

let games = 0;
const usualPrices = [1.85, 3.4, 4.2] as const;

/** Inserts a scheduled game, by default with prices. */
async function aGame(services: Services, fields: GameFields = {}): Promise<Game> {
  games += 1;
  const { startsIn, prices, ...rest } = { startsIn: 2 * hour, prices: usualPrices, ...fields };
  const { id, home, away, kickOff } = await aFixture(services, {
    home: `Home ${games}`,
    away: `Away ${games}`,
    kickOff: new Date(services.clock().getTime() + startsIn),
    ...rest,
    ...(prices && { prices }),
  });
  return { id, home, away, kickOff, game: gameName(home, away) };
}

/** Parses the tip of a response, after checking the status. */
export function tipOf(answer: Answer, status = 200): Tip {
  expect(answer.body).toMatchObject({ options: expect.anything() });
  expect(answer.status).toBe(status);
  return z.parse(Tip, answer.body);
}

/** Parses the tips of a list response. */
export function tipsOf(answer: Answer): Tip[] {
  expect(answer.status).toBe(200);
  const tips = z.parse(z.array(Tip), answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(tips);
  return tips;
}

/** Returns the status and the problem code of a response. */
export function problemOf(answer: Answer): string {
  const { code } = z.parse(Problem, answer.body);
  return `${answer.status} ${code}`;
}

/** The header with an idempotency key; by default a new UUID as on a device. */
export function aKey(key: string = randomUUID()): { 'idempotency-key': string } {
  return { 'idempotency-key': key };
}

/** Posts a tip on two games; only the first game has a price. */
export async function aTip({
  aGame,
  aTip,
}: Community): Promise<{ games: readonly [Game, Game]; tip: Tip }> {
  const games = [await aGame(), await aGame({ prices: undefined })] as const;
  return { games, tip: await aTip({ games }) };
}

/** Sends an administrator's confirmation of one tip; returns the response. */
export async function confirmsTip(
  { api, administrator }: Community,
  { id }: Pick<Tip, 'id'>,
  { token = administrator.token, ...rest }: RequestOptions = {},
): Promise<Answer> {
  return api.put(`/api/tips/confirmTip/${id}`, {
    token,
    body: { IsGameSuccessful: true },
    ...rest,
  });
}

/** Sends an administrator's odds or results of a tip; returns the response. */
export async function edits(
  { api, administrator }: Community,
  { id }: Pick<Tip, 'id'>,
  options: object[],
  rest: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return api.put(`/api/tips/${id}`, { token: administrator.token, body: { options }, ...rest });
}
