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

/** A game of the server with its text in slips. */
export type Game = { id: string; game: string; kickOff: Date; home: string; away: string };

type GameFields = Omit<NonNullable<Parameters<typeof aFixture>[1]>, 'kickOff' | 'prices'> & {
  /** Time until its kick-off; two hours by default. */
  startsIn?: number;
  /** Prices of 1, X and 2; undefined for none. */
  prices?: readonly [home: number, draw: number, away: number] | undefined;
};

/** A server with a few members and a test clock. */
export type Community = {
  api: Api;
  services: Services;
  clock: AClock;
  tipster: Member;
  other: Member;
  administrator: Member;
  secondAdministrator: Member;
  aMember: (fields?: Parameters<typeof aMember>[1]) => Promise<Member>;
  /** Logs a member in again after their session has expired. */
  returns: (member: Member) => Promise<{ token: string }>;
  aGame: (fields?: GameFields) => Promise<Game>;
  /**
   * Posts a tip on these games or a new one and returns it as its owner's. The option defaults to
   * the first that its owner has not used on these games.
   */
  aTip: (fields?: {
    by?: Member;
    games?: readonly Game[];
    oddName?: string;
    rest?: Record<string, unknown>;
  }) => Promise<Tip>;
  /** The tip as administrators get it, without its author. */
  tip: (id: string) => Promise<Tip>;
};

export async function aCommunity(choices?: Parameters<typeof theApi>[0]): Promise<Community> {
  const clock = aClock('2026-03-07T12:00:00.000Z');
  // Some of these tests send hundreds of requests in a second.
  const api = await theApi({ clock, limits: unlimited, ...choices });
  const services = { settings: api.settings, database: api.database, clock, limits: api.limits };
  // One after the other, over one connection: a new one costs more than all of these rows.
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

/** The names of all options; those of 1X2 come first. */
export const oddNames: readonly string[] = bettingOptions.map(oddNameOf);

let games = 0;
const usualPrices = [1.85, 3.4, 4.2] as const;

/** A scheduled game, by default with prices. */
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

/** The tip in a response, after checks of the status and the shape. */
export function tipOf(answer: Answer, status = 200): Tip {
  expect(answer.body).toMatchObject({ options: expect.anything() });
  expect(answer.status).toBe(status);
  return z.parse(Tip, answer.body);
}

/** The tips of a list. */
export function tipsOf(answer: Answer): Tip[] {
  expect(answer.status).toBe(200);
  const tips = z.parse(z.array(Tip), answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(tips);
  return tips;
}

/** Status and code of a problem. */
export function problemOf(answer: Answer): string {
  const { code } = z.parse(Problem, answer.body);
  return `${answer.status} ${code}`;
}

/** An idempotency key, as a device makes it. */
export function aKey(key: string = randomUUID()): { 'idempotency-key': string } {
  return { 'idempotency-key': key };
}

/** A tip on two games, of which only the first has a price. */
export async function aTip({
  aGame,
  aTip,
}: Community): Promise<{ games: readonly [Game, Game]; tip: Tip }> {
  const games = [await aGame(), await aGame({ prices: undefined })] as const;
  return { games, tip: await aTip({ games }) };
}

/** The response to an administrator's confirmation of one tip. */
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

/** The response to odds or results by an administrator. */
export async function edits(
  { api, administrator }: Community,
  { id }: Pick<Tip, 'id'>,
  options: object[],
  rest: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return api.put(`/api/tips/${id}`, { token: administrator.token, body: { options }, ...rest });
}
