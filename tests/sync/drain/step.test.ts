import { describe, expect, test } from 'vitest';
import { aDrain, alone, start } from '../../testing/engine/a-drain.ts';
import { otherMemberId, problem, row, tipId, tipPayload } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;
const nothing = { kind: 'unreachable', cause: 'network' } as const;

const minute = 60_000;

describe('the next request', () => {
  test('contains all operations that may be sent, in order', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2 }), alone(3)]);

    expect(drain.requestBatches()).toEqual([[1, 2, 3]]);
  });

  test('is sent alone', () => {
    const drain = aDrain([row({ seq: 1 })]);

    drain.handle({ type: 'loaded', operations: [...drain.state().operations, alone(2)] });
    expect(drain.sends()).toEqual([]);
    drain.answers(1, taken);

    expect(drain.sends()).toEqual([2]);
  });

  test('is stored with its bytes, and marked as sent, before it is sent', () => {
    const drain = aDrain([row()]);

    const [command] = drain.commands();

    expect(command).toMatchObject({
      type: 'send',
      requestBatch: [
        {
          row: { state: 'sending', sentEver: true, attempts: 1 },
          request: { method: 'PUT', path: `/api/tips/bookTicket/${tipId}`, body: '{}' },
        },
      ],
    });
    expect(drain.row(1)?.sent).toEqual(
      command?.type === 'send' && command.requestBatch[0]?.request,
    );
  });

  test('begins with the tip whose game starts first', () => {
    const late = tipPayload();
    const soon = tipPayload();
    const [first] = soon.options;
    if (first) soon.options = [{ ...first, startDateOfGame: '2026-03-01T12:10:00.000Z' }];

    const posts = [late, soon].map((payload, index) =>
      alone(index + 1, { kind: 'tip.post', id: payload.id, payload }),
    );

    expect(aDrain([...posts, alone(3)]).sends()).toEqual([2, 1, 3]);
    const afterWithdrawal = posts.map((post) =>
      post.seq === 2 ? { ...post, subjects: ['tip:new', 'tip:old'], seq: 5 } : post,
    );
    const withdrawal = alone(4, { subjects: ['tip:old'] });
    expect(aDrain([...afterWithdrawal, alone(3), withdrawal]).sends()).toEqual([4, 5, 1, 3]);
  });

  test('never contains an operation of another member', () => {
    const drain = aDrain([row({ memberId: otherMemberId }), alone(2)]);

    expect(drain.sends()).toEqual([2]);
  });

  test('does not exist once the drain is closing', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2, baseVersion: 1 })]);
    drain.handle({ type: 'closing' });

    drain.answers(1, taken);

    expect(drain.sends()).toEqual([]);
    expect(drain.row(1)?.state).toBe('acked');
  });
});

describe('an operation that failed', () => {
  test('delays only later ones with a common subject', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2, baseVersion: 1 })]);

    const unavailable = problem('unavailable');
    drain.answers(1, { kind: 'refused', problem: unavailable, status: 503 });
    expect(drain.sends()).toEqual([]);
    drain.handle({ type: 'loaded', operations: [...drain.state().operations, alone(3)] });

    expect(drain.sends()).toEqual([3]);
    drain.answers(3, taken);
    drain.passes(600);
    expect(drain.sends()).toEqual([1]);
  });

  test.each(['rejected', 'conflict', 'unreadable'] as const)(
    'and is %s delays operations that share a subject with it or with a waiting one, but no others',
    (state) => {
      const stuck = alone(1, { state });
      const waiting = alone(2, { subjects: ['tip:1', 'fixture:F'] });
      const behind = alone(3, { subjects: ['tip:3', 'fixture:F'] });

      expect(aDrain([stuck, waiting, behind, alone(4)]).sends()).toEqual([4]);
    },
  );

  test('is retried by its own timer', () => {
    const drain = aDrain([row()]);
    drain.answers(1, nothing);
    expect(drain.wakesIn()).toBe(500);

    drain.passes(500);

    expect(drain.sends()).toEqual([1]);
  });

  test('is retried with the same key and the same bytes', () => {
    const drain = aDrain([row({ baseVersion: 3 })]);
    const first = drain.row(1);
    drain.answers(1, nothing);
    drain.passes(1000);

    const again = drain.row(1);

    expect(again).toMatchObject({ id: first?.id, sent: first?.sent, attempts: 2 });
  });

  test('is retried at once when the person returns, but never before Retry-After', () => {
    const waiting = { sentEver: true, state: 'unknown' as const, nextAt: start + 200_000 };
    const drain = aDrain([alone(1, waiting), alone(2, { ...waiting, notBefore: start + 60_000 })]);
    expect(drain.sends()).toEqual([]);

    drain.handle({ type: 'woke' });

    expect(drain.sends()).toEqual([1]);
    drain.answers(1, taken);
    expect(drain.wakesIn()).toBe(60_000);
  });

  test('pauses all operations after a rate limit', () => {
    const drain = aDrain([alone(1), alone(2, { nextAt: start + 100 })]);

    const limited = problem('rate-limited');
    drain.answers(1, { kind: 'refused', problem: limited, status: 429, retryAfter: 30_000 });

    drain.passes(29_000);
    expect(drain.sends()).toEqual([]);
    drain.passes(1_000);
    expect(drain.sends()).toEqual([1, 2]);
  });

  test('pauses only posts if the daily limit is reached', () => {
    const drain = aDrain([alone(1), alone(2, { nextAt: start + 100 })]);

    const limited = problem('daily-tip-limit');
    drain.answers(1, { kind: 'refused', problem: limited, status: 429, retryAfter: 30_000 });

    drain.passes(100);
    expect(drain.sends()).toEqual([2]);
    drain.answers(2, taken);
    drain.passes(29_900);
    expect(drain.sends()).toEqual([1]);
  });

  test.each([20 * minute, 24 * 60 * minute])(
    'ignores a delay of %i ms after the clock was set back',
    (milliseconds) => {
      const far = { state: 'unknown' as const, sentEver: true, nextAt: start + milliseconds };

      expect(aDrain([row(far)]).sends()).toEqual([1]);
    },
  );

  test('is not delayed by a clock that was set back after a refusal without Retry-After', () => {
    const drain = aDrain([alone(1)]);
    drain.answers(1, { kind: 'refused', problem: problem('rate-limited'), status: 429 });

    drain.passes(-86_400_000);

    expect(drain.sends()).toEqual([1]);
  });

  test.each([
    { code: 'rate-limited' as const, status: 429 },
    { code: 'unavailable' as const, status: 503 },
  ])('waits at most the time of a $status if the clock was set back', ({ code, status }) => {
    const drain = aDrain([alone(1)]);
    drain.answers(1, { kind: 'refused', problem: problem(code), status, retryAfter: 10_000 });

    drain.passes(-30 * minute);

    expect(drain.wakesIn()).toBe(10_000);
  });
});

describe('three requests in a row without a response', () => {
  function aDrainOutOfReach() {
    const drain = aDrain([alone(1), alone(2), alone(3)]);
    for (const seq of [1, 2, 3]) drain.answers(seq, nothing);
    // Advances the clock to the first retry.
    drain.passes(500);
    return drain;
  }

  test('allow only a ping', () => {
    const drain = aDrainOutOfReach();

    expect(drain.pings()).toBe(true);
    expect(drain.sends()).toEqual([]);
  });

  test('increase the time between pings', () => {
    const drain = aDrainOutOfReach();

    drain.handle({ type: 'ping-failed' });
    expect(drain.wakesIn()).toBe(500);
    drain.passes(500);
    expect(drain.pings()).toBe(true);
    drain.handle({ type: 'ping-failed' });
    expect(drain.wakesIn()).toBe(1000);
  });

  test('repeat a ping at once that was sent before the person returned, and then wait', () => {
    const drain = aDrainOutOfReach();

    drain.handle({ type: 'woke' });
    drain.handle({ type: 'ping-failed' });

    expect(drain.pings()).toBe(true);
    drain.handle({ type: 'ping-failed' });
    expect(drain.wakesIn()).toBe(1000);
  });

  test('wait as long as a failed ping requested, even if the person returns', () => {
    const drain = aDrainOutOfReach();

    drain.handle({ type: 'ping-failed', retryAfter: 20_000 });
    expect(drain.wakesIn()).toBe(20_000);

    drain.handle({ type: 'woke' });
    expect(drain.pings()).toBe(false);
    expect(drain.wakesIn()).toBe(20_000);
  });

  test('have no effect after a successful ping', () => {
    const drain = aDrainOutOfReach();

    drain.handle({ type: 'pinged', backend: touchlineBackend });

    expect(drain.sends()).toEqual([1, 2, 3]);
  });

  test('lead to a retry of all operations when the connection returns', () => {
    const drain = aDrain([alone(1), alone(2), alone(3, { nextAt: start + 60_000 })]);
    for (const seq of [1, 2, 1, 2]) {
      drain.answers(seq, nothing);
      drain.passes(1000);
    }
    drain.handle({ type: 'ping-failed' });
    drain.passes(500);

    drain.handle({ type: 'pinged', backend: touchlineBackend });

    expect(drain.sends()).toEqual([1, 2, 3]);
  });

  test('do not end other delays if the connection was never lost', () => {
    const drain = aDrain([alone(1), alone(2, { nextAt: start + 60_000 })]);
    for (const wait of [500, 1000, 2000]) {
      drain.answers(1, nothing);
      drain.passes(wait);
    }
    expect(drain.pings()).toBe(true);

    drain.handle({ type: 'pinged', backend: touchlineBackend });

    expect(drain.sends()).toEqual([1]);
  });

  test('are not counted if the server has responded in between', () => {
    const drain = aDrain([alone(1), alone(2), alone(3), alone(4)]);
    drain.answers(1, nothing);
    drain.answers(2, nothing);
    drain.answers(3, { kind: 'refused', problem: problem('internal'), status: 500 });
    drain.answers(4, nothing);

    expect(drain.pings()).toBe(false);
  });
});

describe('a drain that another one has overtaken', () => {
  test('drops removed operations, and keeps the outcomes of another drain', () => {
    const versioned = row({ seq: 2, baseVersion: 1 });
    const drain = aDrain([row({ seq: 1 }), versioned, alone(3), alone(4)]);
    const refused = { ...row({ seq: 1 }), state: 'rejected' as const };

    drain.handle({ type: 'overtaken', removed: [alone(3).id], found: [refused] });

    expect(drain.state().flight.size).toBe(1);
    expect(drain.row(1)).toEqual(refused);
    expect(drain.row(3)).toBeUndefined();
    expect(drain.sends()).toEqual([]);
    expect(drain.writes()).toEqual([]);
  });

  test('sends an operation of another drain again, with the same bytes', () => {
    const drain = aDrain([row()]);
    const sent = { method: 'PUT', path: '/other', body: '{}' };
    const found = { ...row(), state: 'sending' as const, sentEver: true, attempts: 1, sent };

    drain.handle({ type: 'overtaken', removed: [], found: [found] });

    expect(drain.commands()).toMatchObject([{ type: 'send', requestBatch: [{ request: sent }] }]);
  });

  test('leaves a post to the person if a second request would create a second tip', () => {
    const payload = tipPayload();
    const post = row({ id: payload.id, kind: 'tip.post', payload });
    const drain = aDrain([post], 'signed-in', specBackend);
    const found = { ...post, state: 'sending' as const, sentEver: true, attempts: 1 };

    drain.handle({ type: 'pinged', backend: specBackend });
    drain.handle({ type: 'overtaken', removed: [], found: [found] });

    expect(drain.row(1)).toMatchObject({ state: 'blocked', blockedBy: 'person' });
    expect(drain.sends()).toEqual([]);
    expect(drain.writes(), 'the other one writes what comes of it').toEqual([]);
  });
});

describe('an overdue operation', () => {
  test('has a log entry', () => {
    const drain = aDrain([alone(1), alone(2, { nextAt: start + 1 })]);

    drain.handle({ type: 'overdue' });

    expect(drain.row(1)?.log).toMatchObject([{ what: 'overdue' }]);
    expect(drain.row(2)?.log).toEqual([]);
  });
});
