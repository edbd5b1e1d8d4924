import * as z from 'zod/mini';
import { listTipsters } from '#contract/members.ts';
import { ping, Problem } from '#contract/sync.ts';
import type { Answer, Api } from './api.ts';
import { type BackendKind, listOf } from './backend.ts';

/** What the ping found out. */
export type PingAnswer =
  | { kind: 'ours' | 'foreign' }
  | { kind: 'unreachable'; retryAfter?: number };

/**
 * Asks whether the backend is there and ours. One that was ours before stays ours: something that
 * answers differently in its place is not it.
 */
export async function askPing(api: Api, known: BackendKind): Promise<PingAnswer> {
  const answer = await api.call(ping);
  if (answer.kind === 'ok') return { kind: 'ours' };
  if (known !== 'ours') {
    if (isProblem(answer)) return { kind: 'foreign' };
    if (isMissing(answer) && (await speaksTheSpec(api))) return { kind: 'foreign' };
  }
  const retryAfter = 'retryAfter' in answer ? answer.retryAfter : undefined;
  return { kind: 'unreachable', ...(retryAfter !== undefined && { retryAfter }) };
}

/** What is said of a call that is not known, or that wants a login; the rest is of the moment. */
const statusesOfAStranger: readonly number[] = [400, 401, 403, 404, 405, 422];

/** A problem in JSON as the spec documents it, and not as our own server words it. */
function isProblem(answer: Answer<unknown>): boolean {
  if (answer.kind !== 'refused' || !statusesOfAStranger.includes(answer.status)) return false;
  return !Problem.safeParse(answer.problem).success;
}

/** A page that there is nothing here, which many a backend says; and many a portal. */
function isMissing(answer: Answer<unknown>): boolean {
  return 'status' in answer && [404, 405, 501].includes(answer.status ?? 0);
}

/** Whether one of the spec's open calls is answered, which no portal does. */
async function speaksTheSpec(api: Api): Promise<boolean> {
  const list = listOf(z.unknown());
  const answer = await api.callAs(listTipsters, list, { query: { category: 0 } });
  return answer.kind === 'ok' || isProblem(answer);
}
