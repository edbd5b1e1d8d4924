import { describe, expect, test } from 'vitest';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { aDrain } from '../../testing/engine/a-drain.ts';
import {
  confirming,
  correcting,
  fixtureId,
  game,
  pricing,
  result,
  settling,
} from '../../testing/engine/desk-samples.ts';
import { leg, row, tipId, tipPayload, tipsterId } from '../../testing/engine/samples.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;

/** One event of a drain, and the operations that it sends, by their seq. */
type Step = { sends: number[] } & (
  | { taken: number; version?: number }
  | { lost: number }
  | { after: 'reading' | 'a minute' }
);

type Case = { what: string; queue: Partial<OperationRow>[]; steps: Step[] };

const start = (...sends: number[]): Step => ({ after: 'reading', sends });
const elsewhere = { ...settling({ fixtureId: 'fixture-2' }), lane: 'fixture:fixture-2' };
const change = { fixtureId, game, result: 'won' };
const decided = { kind: 'leg.settle', payload: { tipId, legs: [leg()], change } };
const decidedElsewhere = {
  kind: 'leg.settle',
  lane: `tip:${tipsterId}`,
  payload: { tipId: tipsterId, legs: [leg()], change },
};
const reopening = { ...confirming, kind: 'tips.reopen' };
const ofMany = (kind: string, id: string, deps: string[] = []) => ({
  kind,
  lane: 'confirmations',
  payload: { ids: [id] },
  deps,
});
const post = tipPayload();
const ofPost = { lane: `tip:${post.id}`, payload: { tipId: post.id } };

const cases: Case[] = [
  ...[confirming, reopening].flatMap((many): Case[] => [
    {
      what: `${many.kind} waits for earlier decisions about fixtures`,
      queue: [settling(), elsewhere, many],
      steps: [start(1, 2), { taken: 1, sends: [] }, { taken: 2, sends: [3] }],
    },
    {
      what: `${many.kind} waits for changes of its own tickets, and not of others`,
      queue: [
        decided,
        { kind: 'tip.book', lane: `tip:${tipsterId}`, payload: { tipId: tipsterId } },
        many,
      ],
      steps: [start(1, 2), { taken: 1, sends: [3] }],
    },
  ]),
  {
    what: 'a confirmation waits for a decision that waits for a verified email',
    queue: [{ ...settling(), state: 'blocked', blockedBy: 'unverified' }, confirming],
    steps: [start()],
  },
  {
    what: 'a confirmation waits for a decision that waits for a change of one ticket',
    queue: [decidedElsewhere, settling(), confirming],
    steps: [start(1), { taken: 1, sends: [2] }, { taken: 2, sends: [3] }],
  },
  {
    what: 'a confirmation waits while the outcome of a decision is unknown',
    queue: [settling(), confirming],
    steps: [start(1), { lost: 1, sends: [] }, { after: 'a minute', sends: [1] }],
  },
  ...(['conflict', 'rejected', 'unreadable'] as const).map((state) => ({
    what: `a confirmation does not wait for a decision that is ${state}, nor for what waits for it`,
    queue: [{ ...settling(), state }, pricing(), confirming],
    steps: [start(3)],
  })),
  {
    what: 'a decision waits for an earlier confirmation',
    queue: [confirming, settling()],
    steps: [start(1), { taken: 1, sends: [2] }],
  },
  {
    what: 'an undone decision waits for the reopening, though its first request fails',
    queue: [reopening, settling({ results: [{ oddsId: 1, result: 'pending' }] })],
    steps: [
      start(1),
      { lost: 1, sends: [] },
      { after: 'a minute', sends: [1] },
      { taken: 1, sends: [2] },
    ],
  },
  {
    what: 'a correction waits for the confirmation of its tickets',
    queue: [confirming, correcting()],
    steps: [
      start(1),
      { lost: 1, sends: [] },
      { after: 'a minute', sends: [1] },
      { taken: 1, sends: [2] },
    ],
  },
  {
    what: 'a change of one ticket waits until its row contains earlier changes of its fixtures',
    queue: [settling(), elsewhere, { ...decided, baseVersion: 1 }],
    steps: [start(1, 2), { taken: 1, sends: [] }, { taken: 2, sends: [] }],
  },
  {
    what: 'a change of one ticket does not wait for other fixtures',
    queue: [elsewhere, { ...decided, baseVersion: 1 }],
    steps: [start(1, 2)],
  },
  {
    what: 'a change of a fixture waits for earlier changes of single tickets',
    queue: [{ ...decided, baseVersion: 1 }, settling()],
    steps: [start(1), { taken: 1, version: 2, sends: [2] }],
  },
  {
    what: 'the confirmation of one ticket waits for decisions about fixtures',
    queue: [settling(), { kind: 'tip.confirm', payload: { tipId }, baseVersion: 1 }],
    steps: [start(1)],
  },
  {
    what: 'reopened tickets behind a refused confirmation hold up only operations on them',
    queue: [
      { kind: 'tip.confirm', payload: { tipId }, state: 'conflict', sentEver: true },
      ofMany('tips.reopen', tipId, [row().id]),
      ofMany('tips.confirm', tipId),
      ofMany('tips.confirm', tipsterId),
      settling(),
    ],
    steps: [start(4), { taken: 4, sends: [5] }],
  },
  {
    what: 'a withdrawal waits for a post whose response was lost',
    queue: [
      { ...ofPost, id: post.id, kind: 'tip.post', payload: post },
      { ...ofPost, kind: 'tip.withdraw' },
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
