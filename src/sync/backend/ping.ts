import { ping } from '#contract/sync.ts';
import type { Api } from './api.ts';
import { type Backend, touchlineBackend } from './backend.ts';
import { specBackend, isSpecBackend } from './spec-backend.ts';

export type PingAnswer =
  | { kind: 'answered'; backend: Backend }
  | { kind: 'unreachable'; retryAfter?: number };

/**
 * Pings the backend and determines its kind. A known Touchline server never becomes a spec-only
 * backend: such a response comes from a proxy or captive portal.
 */
export async function pingBackend(api: Api, known: Backend | undefined): Promise<PingAnswer> {
  const answer = await api.call(ping);
  if (answer.kind === 'ok') return { kind: 'answered', backend: touchlineBackend };
  if (known?.kind !== 'touchline' && (await isSpecBackend(api, answer))) {
    return { kind: 'answered', backend: specBackend };
  }
  const retryAfter = 'retryAfter' in answer ? answer.retryAfter : undefined;
  return { kind: 'unreachable', ...(retryAfter !== undefined && { retryAfter }) };
}
