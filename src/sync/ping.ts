import { ping } from '#contract/sync.ts';
import type { Api } from './api.ts';
import type { BackendKind } from './backend.ts';

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
  const status = 'status' in answer ? answer.status : undefined;
  const refused = answer.kind === 'refused' && answer.status < 500 && answer.status !== 429;
  const missing = status === 404 || status === 405 || status === 501;
  if (known !== 'ours' && (refused || missing)) return { kind: 'foreign' };

  const retryAfter = 'retryAfter' in answer ? answer.retryAfter : undefined;
  return { kind: 'unreachable', ...(retryAfter !== undefined && { retryAfter }) };
}
