import { expect, test } from 'vitest';
import { aDrain } from '../../testing/engine/a-drain.ts';
import { row, tipPayload } from '../../testing/engine/samples.ts';

test('a withdrawal behind a post without an answer goes by the version in that answer', () => {
  const payload = tipPayload();
  const lane = `tip:${payload.id}`;
  const post = row({ id: payload.id, kind: 'tip.post', lane, payload });
  const drain = aDrain([
    post,
    row({ seq: 2, kind: 'tip.withdraw', lane, payload: { tipId: payload.id } }),
  ]);
  drain.answers(1, { kind: 'unreachable', cause: 'network' });
  expect(drain.sends()).toEqual([]);

  drain.passes(60_000);
  expect(drain.sends()).toEqual([1]);
  drain.answers(1, { kind: 'ok', reply: {}, status: 200, version: 1 });

  expect(drain.sends()).toEqual([2]);
  expect(drain.commands()).toMatchObject([
    { type: 'write' },
    { type: 'send', requestBatch: [{ request: { method: 'DELETE', ifMatch: 1 } }] },
  ]);
});
