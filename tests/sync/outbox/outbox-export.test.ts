import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createExportFile, exportOperations } from '#sync/outbox/export.ts';
import { databases, queued } from '../../testing/engine/a-device.ts';
import {
  memberId,
  problem,
  profile,
  row,
  tipPayload,
  tokenOf,
} from '../../testing/engine/samples.ts';

const File = z.looseObject({ format: z.string(), operations: z.array(z.unknown()) });

describe('the exported file of the outbox', () => {
  test('contains every operation with all its values', async () => {
    const { store } = databases();
    const payload = tipPayload({ analysis: 'Home form' });
    await queued(store, { memberId, kind: 'tip.post', payload });
    await store.operations.update(1, { state: 'rejected', problem: problem('fixture-started') });

    const file = await exportOperations(store, Date.parse('2026-03-01T12:00:00Z'));

    expect(file).toMatchObject({
      format: 'touchline-outbox',
      version: 1,
      exportedAt: '2026-03-01T12:00:00.000Z',
      operations: [
        {
          id: payload.id,
          kind: 'tip.post',
          state: 'rejected',
          reason: problem('fixture-started').message,
          payload,
        },
      ],
    });
  });

  test('contains unreadable rows as they are stored', async () => {
    const { store } = databases();
    await store.operations.add(JSON.parse('{"seq":3,"kind":"tip.guess","of":"the future"}'));

    const { operations } = await exportOperations(store);

    expect(operations).toMatchObject([
      { state: 'unreadable', stored: { kind: 'tip.guess', of: 'the future' } },
    ]);
  });

  test('contains a picture as text', async () => {
    const { store } = databases();
    const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
    const form = { email, firstName, lastName, country, phoneNumber, state, address };
    const payload = {
      ...form,
      id: memberId,
      bytes: new Uint8Array([255, 0, 1]),
      type: 'image/png',
    };
    await queued(store, { memberId, kind: 'picture.set', payload });

    const { operations } = await exportOperations(store);

    expect(operations).toMatchObject([{ payload: { firstName, bytes: { base64: '/wAB' } } }]);
  });

  test('contains no login, even if a row of another build has one', async () => {
    const { store } = databases();
    const token = tokenOf(memberId);
    const sent = { method: 'PUT', path: '/x', body: '{}', authorization: `Bearer ${token}` };
    const stored = { ...row(), sent, access_token: token };
    await store.operations.add(stored);

    const text = await (await createExportFile(store)).text();

    expect(text).not.toContain(token);
    expect(File.parse(JSON.parse(text))).toMatchObject({ operations: [{ kind: 'tip.book' }] });
  });
});
