import { describe, expect, test } from 'vitest';
import { createApi } from '#sync/backend/api.ts';
import { ownBackend } from '#sync/backend/backend.ts';
import { optimisticTip } from '#sync/optimistic-rows.ts';
import { refreshHistory } from '#sync/refresh/proof.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { aDevice, databases } from '../../testing/engine/a-device.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { problem, row, serverTip, tipId } from '../../testing/engine/samples.ts';

const withText = serverTip({ analysis: 'They win every derby at home.' });
const reason = 'It names a neighbour.';

describe('a removed text', () => {
  test.each([
    { kind: 'text.erase', payload: { tipId }, by: 'tipster' },
    { kind: 'text.moderate', payload: { tipId, reason }, by: 'administrator' },
  ] as const)('is gone from the own screens at once: $kind', ({ kind, payload, by }) => {
    const shown = optimisticTip(withText, [row({ kind, payload })], tipId);

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

    expect(optimisticTip(withText, [refused], tipId)).toMatchObject({
      analysis: withText.analysis,
    });
  });

  test('of a tip without one is nothing', () => {
    const shown = optimisticTip(serverTip(), [row({ kind: 'text.erase' })], tipId);

    expect(shown).not.toHaveProperty('analysisRemovedBy');
  });

  test('is sent once, however often it was queued, and the last reason counts', async () => {
    await using server = await anHttpServer(({ headers }) => ({
      status: 200,
      body: serverTip({ analysisRemovedBy: 'administrator', version: 2 }),
      headers: { 'x-op-id': String(headers['idempotency-key']) },
    }));
    const device = aDevice(server);
    await device.queues('text.moderate', { tipId, reason: 'Spam.' });
    await device.queues('text.moderate', { tipId, reason });

    await device.drains();

    expect(server.requests).toHaveLength(1);
    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: 'DELETE', path: `/api/tips/${tipId}/analysis` });
    expect(JSON.parse(String(sent?.body))).toEqual({ reason });
    expect(sent?.headers).not.toHaveProperty('if-match');
    expect(await readOutbox(device.store)).toMatchObject([{ state: 'acked', ack: { version: 2 } }]);
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
    const { publicStore: store } = databases();
    const { url } = server;
    const api = createApi({ baseUrl: url, origin: url, fetch, token: () => undefined });

    const parts = { api, store, backend: ownBackend, now: () => 7 };
    expect(await refreshHistory(parts, tipId)).toBe('fresh');

    const stored = JSON.stringify(await store.documents.toArray());
    expect(stored).toContain('tip.post');
    expect(stored).not.toContain(withText.analysis);
  });
});
