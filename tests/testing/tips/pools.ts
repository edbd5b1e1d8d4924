import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { type NewPool, poolList, poolTable, type PoolTable } from '#contract/pools.ts';

import { type Answer, type Api, theApi } from '../server/api.ts';
import { aClock } from '../clock/clock.ts';
import { confirmedTips } from './confirmed-tips.ts';
import { unlimited } from '../server/limits.ts';
import { aMember, type Member } from '../people/members.ts';

/** Creates a pool for November 2026; the test may replace fields. Returns the pool's table. */
export async function aPool(
  api: Api,
  owner: Pick<Member, 'token'>,
  fields: Partial<NewPool> = {},
): Promise<PoolTable & { invitation: string }> {
  const id = randomUUID();
  const body = { name: 'Friday five', from: '2026-11-01', until: '2026-11-30', ...fields };
  const made = await api.put(`/api/pools/${id}`, { token: owner.token, body });
  expect(made).toMatchObject({ status: 200, body: { id, members: 1 } });
  return ownedIn(await readPool(api, owner, id));
}

export async function readPool(api: Api, by: Pick<Member, 'token'>, id: string): Promise<Answer> {
  return api.get(`/api/pools/${id}`, { token: by.token });
}

/** Parses the pool's table of a response. */
export function tableIn(answer: Answer): PoolTable {
  expect(answer.status).toBe(200);
  const table = z.parse(poolTable.reply, answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(table);
  return table;
}

function ownedIn(answer: Answer): PoolTable & { invitation: string } {
  const { invitation, ...table } = tableIn(answer);
  expect(invitation).toBeDefined();
  return { ...table, invitation: invitation ?? '' };
}

export async function joins(
  api: Api,
  by: Pick<Member, 'token'>,
  invitation: string,
): Promise<Answer> {
  return api.post('/api/pools/join', { token: by.token, body: { invitation } });
}

/** A server with three members; its clock shows November 2026. */
export async function aPoolServer() {
  const clock = aClock('2026-11-26T12:00:00.000Z');
  const api = await theApi({ clock, limits: unlimited });
  const [ann, bob, eve] = [
    await aMember(api, { firstName: 'Ann' }),
    await aMember(api, { firstName: 'Bob' }),
    await aMember(api, { firstName: 'Eve' }),
  ];
  // A league is known only after a game of the league is stored.
  await confirmedTips(api, (await aMember(api)).id, [
    { kickOff: new Date('2026-10-15T15:00:00.000Z'), legs: [{}] },
  ]);
  return { api, clock, ann, bob, eve };
}

/** Returns the pools of a member. */
export async function listOf(api: Api, by: Member) {
  return z.parse(poolList.reply, (await api.get('/api/pools', by)).body).pools;
}
