import { expect, test } from 'vitest';
import { aDrain } from '../../testing/engine/a-drain.ts';
import { confirming, correcting } from '../../testing/engine/desk-samples.ts';
import { row } from '../../testing/engine/samples.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;

test('a correction waits for the confirmation of its tickets', () => {
  const drain = aDrain([row({ seq: 1, ...confirming }), row({ seq: 2, ...correcting() })]);
  expect(drain.sends()).toEqual([1]);

  drain.answers(1, { kind: 'unreachable', cause: 'network' });
  expect(drain.sends()).toEqual([]);

  drain.passes(60_000);
  drain.answers(1, taken);
  expect(drain.sends()).toEqual([2]);
});
