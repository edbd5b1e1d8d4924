import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProblemCode } from '#contract/problem.ts';
import type { ApiAnswer } from '#sync/backend/api.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';
import { aWorld } from '../../testing/engine/a-world.ts';
import { otherMemberId, problem, row, tipId } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

const taken: ApiAnswer<unknown> = { kind: 'ok', reply: {}, status: 200, version: 2 };

function refusedWith(code: ProblemCode): ApiAnswer<unknown> {
  const body = problem(code);
  return { kind: 'refused', problem: body, status: body.status };
}

const answers: ApiAnswer<unknown>[] = [
  taken,
  taken,
  ...(
    [
      'session-ended',
      'email-unverified',
      'invalid-input',
      'already-booked',
      'stale-version',
      'operation-in-progress',
      'rate-limited',
      'internal',
    ] as const
  ).map(refusedWith),
  { kind: 'refused', problem: problem('unavailable'), status: 503, retryAfter: 90_000 },
  { kind: 'unreachable', cause: 'network' },
  { kind: 'unreachable', cause: 'timeout' },
  { kind: 'unreachable', cause: 'not-verified', retryAfter: 20_000 },
];

const anyOperation = fc.record({
  subject: fc.integer({ min: 1, max: 4 }),
  second: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  kind: fc.constantFrom('tip.book', 'tip.book', 'tip.confirm', 'of the future'),
  stranger: fc.boolean(),
});
type AnyOperation = {
  subject: number;
  second: number | undefined;
  kind: string;
  stranger: boolean;
};

function queued({ subject, second, kind, stranger }: AnyOperation, seq: number): OperationRow {
  const subjects = [subject, ...(second === undefined ? [] : [second])].map((one) => `tip:${one}`);
  return row({
    seq,
    kind,
    subjects,
    payload: { tipId },
    baseVersion: 1,
    ...(stranger && subject === 4 && { memberId: otherMemberId }),
  });
}

const anyHappening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('answer' as const),
      answer: fc.constantFrom(...answers),
    }),
  },
  fc.record({
    what: fc.constant('lost outcome' as const),
    answer: fc.constantFrom(...answers),
  }),
  fc.record({ what: fc.constant('time' as const), by: fc.integer({ min: 1, max: 400_000 }) }),
  fc.record({ what: fc.constant('queue' as const), operation: anyOperation }),
  fc.record({ what: fc.constant('kill' as const) }),
  fc.record({ what: fc.constant('woke' as const) }),
  fc.record({ what: fc.constant('ping' as const), reached: fc.boolean() }),
  fc.record({
    what: fc.constant('login' as const),
    session: fc.constantFrom('signed-in' as const, 'none' as const),
  }),
);

type Happening = typeof anyHappening extends fc.Arbitrary<infer What> ? What : never;

function live(world: ReturnType<typeof aWorld>, happenings: readonly Happening[]): void {
  for (const happening of happenings) {
    switch (happening.what) {
      case 'answer':
        world.isAnswered(happening.answer);
        break;
      case 'lost outcome':
        world.losesAnswer(happening.answer);
        break;
      case 'time':
        world.passes(happening.by);
        break;
      case 'queue':
        world.queues(queued(happening.operation, world.state().operations.length + 1));
        break;
      case 'kill':
        world.isKilled();
        break;
      case 'woke':
        world.happens({ type: 'woke' });
        break;
      case 'ping':
        world.happens(
          happening.reached
            ? { type: 'pinged', backend: touchlineBackend }
            : { type: 'ping-failed' },
        );
        break;
      case 'login':
        world.logs(happening.session);
        break;
    }
  }
}

/** From now on every request succeeds and every operation is accepted. */
function heal(world: ReturnType<typeof aWorld>): void {
  world.logs('signed-in');
  world.happens({ type: 'unblocked', blocker: 'unverified' });
  for (let round = 0; round < 200; round += 1) {
    world.happens({ type: 'pinged', backend: touchlineBackend });
    world.passes(3_600_000);
    while (world.state().flight.size > 0) world.isAnswered(taken);
  }
}

/**
 * The ids of operations that may stay: those that wait for a person, belong to another member or
 * are unreadable, and all that must follow them.
 */
function excused(operations: readonly OperationRow[]): Set<string> {
  const stuck = new Set<string>();
  for (;;) {
    const before = stuck.size;
    for (const one of operations) {
      const inTheWay = (other: OperationRow) =>
        stuck.has(other.id) && other.seq < one.seq && hasCommonSubject(other, one);
      const needsPerson =
        ['rejected', 'conflict', 'unreadable', 'blocked'].includes(one.state) ||
        one.memberId === otherMemberId;
      if (one.state !== 'acked' && (needsPerson || operations.some(inTheWay))) stuck.add(one.id);
    }
    if (stuck.size === before) return stuck;
  }
}

describe('a drain with random events', () => {
  const anyStart = fc.array(anyOperation, { maxLength: 6 });
  const anyLife = fc.array(anyHappening, { maxLength: 40 });

  test('preserves order, keys, bytes, logins and Retry-After, and loses nothing', () => {
    fc.assert(
      fc.property(anyStart, anyLife, (start, happenings) => {
        const world = aWorld(start.map((operation, index) => queued(operation, index + 1)));
        world.starts();

        live(world, happenings);

        expect(world.violations).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('sends everything that needs no decision, once all requests succeed', () => {
    fc.assert(
      fc.property(anyStart, anyLife, (start, happenings) => {
        const world = aWorld(start.map((operation, index) => queued(operation, index + 1)));
        world.starts();
        live(world, happenings);

        heal(world);

        const { operations } = world.state();
        const mayWait = excused(operations);
        const unfinished = operations.filter(
          ({ id, state }) => state !== 'acked' && !mayWait.has(id),
        );
        expect(unfinished).toEqual([]);
        expect(world.violations).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
