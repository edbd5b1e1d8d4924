import { expect } from 'vitest';
import * as z from 'zod/mini';

import { BatchedAnswer, type BatchedOperation } from '#contract/batch.ts';

import type { Member } from './members.ts';
import type { Answer } from './the-api.ts';
import type { Community, Game } from './tips.ts';

/** Sends operations together. */
export async function sends(
  { api, tipster }: Community,
  operations: readonly unknown[],
  by: Pick<Member, 'token'> = tipster,
): Promise<Answer> {
  return api.post('/api/ops', { token: by.token, body: operations });
}

/** The answers to a batch that was taken, one for every operation and in their order. */
export async function answersTo(
  community: Community,
  operations: readonly BatchedOperation[],
  by?: Pick<Member, 'token'>,
): Promise<BatchedAnswer[]> {
  const answer = await sends(community, operations, by);
  expect(answer).toMatchObject({ status: 200 });
  const answers = z.parse(z.array(BatchedAnswer), answer.body);
  expect(answers.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  return answers;
}

/** Statuses, and the code beside those of problems. */
export function saidOf(answers: readonly BatchedAnswer[]): string[] {
  return answers.map(({ status, body }) => [status, Object(body).code].filter(Boolean).join(' '));
}

/** A post of a slip, as a phone puts it into a batch. */
export function aPost(games: readonly Game[], rest: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  const options = games.map((game) => ({ fixtureId: game.id, oddName: '1X2 - 1' }));
  const call = { method: 'POST' as const, path: '/api/tips' };
  return { id, ...call, lane: `tip:${id}`, body: { id, options, ...rest } };
}

export function aBooking(tipId: string, ifMatch?: number) {
  return {
    id: crypto.randomUUID(),
    method: 'PUT' as const,
    path: `/api/tips/bookTicket/${tipId}`,
    lane: `tip:${tipId}`,
    body: {},
    ...(ifMatch !== undefined && { ifMatch }),
  };
}

export function aFollow({ id }: Pick<Member, 'id'>, following = true) {
  return {
    id: crypto.randomUUID(),
    method: 'PUT' as const,
    path: `/api/users/followOrUnfollow?Id=${id}&isFollow=${following}`,
    lane: `follow:${id}`,
    body: {},
  };
}
