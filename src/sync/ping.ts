import * as z from 'zod/mini';
import { listTipsters } from '#contract/members.ts';
import { ping } from '#contract/sync.ts';
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
    if (isRefusal(answer)) return { kind: 'foreign' };
    if (isMissing(answer) && (await speaksTheSpec(api))) return { kind: 'foreign' };
  }
  const retryAfter = 'retryAfter' in answer ? answer.retryAfter : undefined;
  return { kind: 'unreachable', ...(retryAfter !== undefined && { retryAfter }) };
}

/** Refusals of the moment, or of this build: any backend may give them, ours among them. */
const statusesOfAnybody: readonly number[] = [408, 425, 426, 429];

/** A refusal in JSON, as the spec documents it, that says the call itself is not known. */
function isRefusal(answer: Answer<unknown>): boolean {
  if (answer.kind !== 'refused' || answer.status >= 500) return false;
  return !statusesOfAnybody.includes(answer.status);
}

/** A page that there is nothing here, which many a backend says; and many a portal. */
function isMissing(answer: Answer<unknown>): boolean {
  return 'status' in answer && [404, 405, 501].includes(answer.status ?? 0);
}

/** Whether one of the spec's open calls is answered, which no portal does. */
async function speaksTheSpec(api: Api): Promise<boolean> {
  const list = listOf(z.unknown());
  const answer = await api.callAs(listTipsters, list, { query: { category: 0 } });
  return answer.kind === 'ok' || isRefusal(answer);
}
