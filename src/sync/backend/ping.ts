import { ping } from '#contract/sync.ts';
import type { Api } from './api.ts';
import { type Backend, ownBackend } from './backend.ts';
import { specBackend, speaksTheSpec } from './spec-backend.ts';

/** The result of a ping. */
export type PingAnswer =
  | { kind: 'answered'; backend: Backend }
  | { kind: 'unreachable'; retryAfter?: number };

/**
 * Pings the backend and determines its kind. A Touchline server keeps its kind: any other
 * response comes from something else on the way.
 */
export async function pingBackend(api: Api, known: Backend | undefined): Promise<PingAnswer> {
  const answer = await api.call(ping);
  if (answer.kind === 'ok') return { kind: 'answered', backend: ownBackend };
  if (known?.kind !== 'touchline' && (await speaksTheSpec(api, answer))) {
    return { kind: 'answered', backend: specBackend };
  }
  const retryAfter = 'retryAfter' in answer ? answer.retryAfter : undefined;
  return { kind: 'unreachable', ...(retryAfter !== undefined && { retryAfter }) };
}
