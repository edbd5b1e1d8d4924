import { describe, expect, test } from 'vitest';
import { createApi } from '#sync/backend/api.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { toOptimisticTip } from '#sync/optimistic-rows.ts';
import { refreshCollection } from '#sync/refresh/collections.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { problem, row, serverTip, tipId } from '../../testing/engine/samples.ts';

const withText = serverTip({ analysis: 'They win every derby at home.' });
const reason = 'It names a neighbour.';

describe('a removed text', () => {
  test.each([
    { kind: 'text.erase', payload: { tipId }, by: 'tipster' },
    { kind: 'text.moderate', payload: { tipId, reason }, by: 'administrator' },
  ] as const)('disappears from this phone’s screens at once: $kind', ({ kind, payload, by }) => {
    const shown = toOptimisticTip(withText, [row({ kind, payload })], tipId);

    expect(shown).toMatchObject({ analysisRemovedBy: by, device: { state: 'saved' } });
    expect(shown).not.toHaveProperty('analysis');
  });

  test('is there again when its removal was refused', () => {
    const refused = row({
      kind: 'text.moderate',
      payload: { tipId, reason },
      state: 'rejected',
      problem: problem('not-allowed'),
    });

    expect(toOptimisticTip(withText, [refused], tipId)).toMatchObject({
      analysis: withText.analysis,
    });
  });

  test('of a tip without a text changes nothing', () => {
    const shown = toOptimisticTip(serverTip(), [row({ kind: 'text.erase' })], tipId);

    expect(shown).not.toHaveProperty('analysisRemovedBy');
  });

  test('is in no history that this phone has stored', async () => {
    const content = JSON.stringify({
      chain: 'member:x',
      position: 1,
      at: withText.creationTime,
      subject: `tip:${tipId}`,
      action: 'tip.post',
      before: null,
      after: { legs: [], analysis: withText.analysis },
      reason: '',
      sealed: '0'.repeat(64),
    });
    const body = { events: [{ content }], receipts: [] };
    await using server = await anHttpServer(() => ({ status: 200, body }));
    const { publicStore } = databases();
    const { url } = server;
    const api = createApi({ baseUrl: url, origin: url, fetch, token: () => undefined });

    const parts = { api, publicStore, backend: touchlineBackend, now: () => 7 };
    expect(await refreshCollection(parts, { what: 'history', id: tipId })).toBe('fresh');

    const stored = JSON.stringify(await publicStore.documents.toArray());
    expect(stored).toContain('tip.post');
    expect(stored).not.toContain(withText.analysis);
  });
});
