import { describe, expect, test } from 'vitest';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { aDrain } from '../../testing/engine/a-drain.ts';
import {
  correcting,
  fixtureId,
  game,
  pricing,
  result,
  settling,
} from '../../testing/engine/desk-samples.ts';
import { leg, row, tipId, tipPayload } from '../../testing/engine/samples.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;

/** One event of a drain, and the sequence numbers of the operations that it then sends. */
type Step = { sends: number[] } & (
  | { taken: number; version?: number }
  | { lost: number }
  | { after: 'reading' | 'a minute' }
);

type Case = { what: string; queue: Partial<OperationRow>[]; steps: Step[] };

const start = (...sends: number[]): Step => ({ after: 'reading', sends });
const elsewhere = settling({ fixtureId: 'fixture-2' });
const change = { fixtureId, game, result: 'won' };
const decided = { kind: 'leg.settle', payload: { tipId, legs: [leg()], change } };
const many = (kind: string, id = tipId) => ({
  kind,
  payload: { ids: [id], fixtureIds: [fixtureId] },
});
const post = tipPayload();
const ofPost = { payload: { tipId: post.id } };

const cases: Case[] = [
  {
    what: 'a price, a decision and a confirmation of one game go in that order',
    queue: [pricing(), settling(), many('tips.confirm'), elsewhere],
    steps: [start(1, 4), { taken: 1, sends: [] }, { taken: 4, sends: [2, 3] }],
  },
  {
    what: 'a decision and a confirmation wait while the outcome of the price is unknown',
    queue: [pricing(), settling(), many('tips.confirm')],
    steps: [start(1), { lost: 1, sends: [] }, { after: 'a minute', sends: [1] }],
  },
  ...(['conflict', 'rejected', 'unreadable'] as const).map((state) => ({
    what: `a price that is ${state} holds back what shares its game, and nothing else`,
    queue: [{ ...pricing(), state }, settling(), many('tips.confirm'), elsewhere],
    steps: [start(4)],
  })),
  {
    what: 'a confirmation waits for a decision that waits for a verified email',
    queue: [{ ...settling(), state: 'blocked', blockedBy: 'unverified' }, many('tips.confirm')],
    steps: [start()],
  },
  {
    what: 'a confirmation does not wait for other games',
    queue: [{ ...elsewhere, state: 'conflict' }, many('tips.confirm')],
    steps: [start(2)],
  },
  {
    what: 'an undone decision waits for the reopening, though its first request fails',
    queue: [many('tips.reopen'), settling({ results: [{ oddsId: 1, result: 'pending' }] })],
    steps: [
      start(1),
      { lost: 1, sends: [] },
      { after: 'a minute', sends: [1] },
      { taken: 1, sends: [2] },
    ],
  },
  {
    what: 'a correction waits for the confirmation of its tickets',
    queue: [many('tips.confirm'), correcting()],
    steps: [start(1), { taken: 1, sends: [2] }],
  },
  {
    what: 'a change of one ticket waits until its row contains earlier changes of its fixtures',
    queue: [settling(), { ...decided, baseVersion: 1 }],
    steps: [start(1), { taken: 1, sends: [] }],
  },
  {
    what: 'a change of a fixture comes after earlier changes of single tickets',
    queue: [{ ...decided, baseVersion: 1 }, settling()],
    steps: [start(1, 2)],
  },
  {
    what: 'the confirmation of one ticket waits for decisions about its fixtures',
    queue: [
      settling(),
      { kind: 'tip.confirm', payload: { tipId, fixtureIds: [fixtureId] }, baseVersion: 1 },
    ],
    steps: [start(1)],
  },
  {
    what: 'a post waits for the withdrawal of a tip with one of its selections',
    queue: [
      { kind: 'tip.withdraw', payload: { tipId } },
      { kind: 'tip.post', payload: { ...post, after: [tipId] } },
    ],
    steps: [start(1, 2)],
  },
  {
    what: 'a withdrawal waits for a post whose response was lost',
    queue: [
      { id: post.id, kind: 'tip.post', payload: post },
      { ...ofPost, kind: 'tip.withdraw', baseVersion: 1 },
    ],
    steps: [
      start(1),
      { lost: 1, sends: [] },
      { after: 'a minute', sends: [1] },
      { taken: 1, version: 1, sends: [2] },
    ],
  },
];

describe('the order of sending', () => {
  test.each(cases)('$what', ({ queue, steps }) => {
    const drain = aDrain(queue.map((values, index) => row({ seq: index + 1, ...values })));
    for (const step of steps) {
      if ('taken' in step) {
        const { version } = step;
        drain.answers(step.taken, { ...taken, ...(version !== undefined && { version }) });
      } else if ('lost' in step) {
        drain.answers(step.lost, { kind: 'unreachable', cause: 'network' });
      } else if (step.after === 'a minute') drain.passes(60_000);

      expect({ ...step, sends: drain.sends() }).toEqual(step);
    }
  });

  test('gives an operation the version after this device’s own earlier change', () => {
    const drain = aDrain([
      row({ seq: 1, ...result(), baseVersion: 3 }),
      row({ seq: 2, ...settling() }),
    ]);

    drain.answers(1, { ...taken, version: 4 });

    expect(JSON.parse(drain.row(2)?.sent?.body ?? '{}')).toMatchObject({ version: 4 });
    expect(drain.row(2)?.sent?.ifMatch).toBe(4);
  });
});
