import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import {
  desk,
  DeskFixture,
  type DeskSelection,
  DeskTicketCounts,
  StaleFixture,
} from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import type { LegResult } from '#domain/tip.ts';

import { hour } from '../clock/clock.ts';
import type { Answer, RequestOptions } from '../server/api.ts';
import { bothRecords } from '../database/recomputed-records.ts';
import type { Member } from '../people/members.ts';
import type { Community, Game } from './tips.ts';

export type Desk = z.infer<typeof desk.reply>;
type By = { by?: Pick<Member, 'token'> };

/** Returns the desk of an administrator. */
export async function theDesk(
  { api, administrator }: Community,
  { by = administrator }: By = {},
): Promise<Desk> {
  const { status, body } = await api.get('/api/admin/desk', { token: by.token });
  expect(body).toMatchObject({ fixtures: expect.anything() });
  expect(status).toBe(200);
  const read = z.parse(desk.reply, body);
  expect(body, 'nothing but what the contract says').toEqual(read);
  return read;
}

/** Returns one fixture of the desk. */
export async function onDesk(
  community: Community,
  { id }: Pick<Game, 'id'>,
  by: By = {},
): Promise<DeskFixture> {
  const { fixtures } = await theDesk(community, by);
  return fixtures.find((each) => each.id === id) ?? expect.unreachable('not on the desk');
}

/** Returns one option of a fixture on the desk. */
export async function selectionOf(
  community: Community,
  game: Pick<Game, 'id'>,
  oddName = '1X2 - 1',
  by: By = {},
): Promise<DeskSelection> {
  const { selections } = await onDesk(community, game, by);
  const oddsId = idOf(oddName);
  return selections.find((each) => each.oddsId === oddsId) ?? expect.unreachable('not on the desk');
}

function idOf(oddName: string): number {
  return findOptionByName(oddName)?.oddsId ?? expect.unreachable(`no option ${oddName}`);
}

/** Sends an administrator's result of a game; returns the response. */
export async function setsResult(
  { api, administrator }: Community,
  { id }: Pick<Game, 'id'>,
  body: object,
  { token = administrator.token, ...rest }: Omit<RequestOptions, 'body'> = {},
): Promise<Answer> {
  return api.put(`/api/admin/results/${id}`, { token, body, ...rest });
}

/** The result of most ended games in tests. */
export const played = { status: 'played', halfTime: [0, 0], fullTime: [2, 1] };

/** Creates an ended game with its result (by default 2-1) and tickets posted before kick-off. */
export async function aPlayedGame<const Tickets extends readonly Ticket[]>(
  community: Community,
  tickets: Tickets,
  result?: object,
): Promise<{ game: Game; tips: { [Index in keyof Tickets]: Tip } }>;
export async function aPlayedGame(
  community: Community,
  tickets: readonly Ticket[],
  result: object = played,
): Promise<{ game: Game; tips: Tip[] }> {
  const game = await community.aGame();
  const tips: Tip[] = [];
  for (const ticket of tickets) tips.push(await community.aTip({ games: [game], ...ticket }));
  community.clock.passes(4 * hour);
  fixtureIn(await setsResult(community, game, result));
  return { game, tips };
}

type Ticket = { by?: Member; oddName?: string };

/** Parses the fixture of a response. */
export function fixtureIn(answer: Answer): DeskFixture {
  expect(answer).toMatchObject({ status: 200 });
  return z.parse(DeskFixture, answer.body);
}

/** Parses the current fixture of a refused request. */
export function staleIn(answer: Answer): z.infer<typeof StaleFixture> {
  expect(answer).toMatchObject({ status: 412, body: { code: 'stale-version' } });
  return z.parse(StaleFixture, answer.body);
}

/** Sends prices for options of a game in all open tickets; returns the response. */
export async function setsPrices(
  { api, administrator }: Community,
  { id }: Pick<Game, 'id'>,
  prices: readonly { oddName: string; odd: number; seen?: number; ifUnpriced?: true }[],
  { token = administrator.token, reason, ...rest }: Asking = {},
): Promise<Answer> {
  const body = {
    prices: prices.map(({ oddName, ...price }) => ({ oddsId: idOf(oddName), ...price })),
    ...(reason !== undefined && { reason }),
  };
  return api.put(`/api/admin/prices/${id}`, { token, body, ...rest });
}

type Asking = Omit<RequestOptions, 'body'> & { reason?: string };

/** Parses the ticket counts of a response. */
export function tallyIn(answer: Answer): z.infer<typeof DeskTicketCounts> {
  expect(answer).toMatchObject({ status: 200 });
  return z.parse(DeskTicketCounts, answer.body);
}

/** An administrator's result of an option, with the reason. */
export type Decision = {
  oddName: string;
  result: LegResult;
  reason?: string;
  over?: boolean;
  ifPending?: true;
  act?: string;
};

/** Sends results of options of a game for all open tickets; returns the response. */
export async function settles(
  { api, administrator }: Community,
  { id }: Pick<Game, 'id'>,
  decisions: readonly Decision[],
  { token = administrator.token, version = 2, ...rest }: Settling = {},
): Promise<Answer> {
  const results = decisions.map(({ oddName, ...decision }) => ({
    oddsId: idOf(oddName),
    ...decision,
  }));
  return api.put(`/api/admin/settlements/${id}`, { token, body: { version, results }, ...rest });
}

/** By default, `version` is the fixture's version after its first result. */
type Settling = Omit<RequestOptions, 'body'> & { version?: number };

/** True if every stored record equals the one recomputed from the tickets. */
export async function recordsAreRight({ api }: Community): Promise<boolean> {
  const { stored, recomputed } = await bothRecords(api.database);
  return isDeepStrictEqual(stored, recomputed) && stored.length > 0;
}

/** Sends a confirmation of tickets; returns the response. */
export async function confirms(
  { api, administrator }: Community,
  ids: readonly string[],
  { token = administrator.token, ...rest }: Omit<RequestOptions, 'body'> = {},
): Promise<Answer> {
  return api.post('/api/admin/confirmations', { token, body: { ids }, ...rest });
}

/** Sends the undo of a confirmation; returns the response. */
export async function reopens(
  { api, administrator }: Community,
  ids: readonly string[],
  { token = administrator.token, ...rest }: Omit<RequestOptions, 'body'> = {},
): Promise<Answer> {
  return api.delete('/api/admin/confirmations', { token, body: { ids }, ...rest });
}
