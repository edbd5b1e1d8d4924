import * as z from 'zod/mini';
import { sendBatch } from '#contract/sync.ts';
import { ownTips } from '#contract/tips.ts';
import { newId } from '../ids.ts';
import type { Api } from './api.ts';
import type { Backend } from './backend.ts';

/**
 * Confirms that the server refuses a token. A 401 to a read can be forged on the way; a response to
 * a change echoes its key, so an empty batch is sent, which changes nothing. On a backend without
 * keys a read is repeated instead.
 */
export async function isTokenRefused(api: Api, backend: Backend, token: string): Promise<boolean> {
  const answer = backend.can.verifiedResponses
    ? await api.callAs(sendBatch, z.unknown(), { token, key: newId(), body: [] })
    : await api.callAs(ownTips, z.unknown(), { token, query: { limit: 1 } });
  return answer.kind === 'refused' && answer.status === 401;
}
