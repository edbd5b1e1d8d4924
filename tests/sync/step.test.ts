import { describe, expect, test } from 'vitest';
import { initialState } from '#sync/drain-state.ts';
import { step } from '#sync/step.ts';
import { aDrain, alone, start } from './support/a-drain.ts';
import { memberId, otherMemberId, problem, row, ticketId, tip } from './support/samples.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;
const nothing = { kind: 'unreachable', cause: 'network' } as const;

describe('what goes out', () => {
  test('is the first operation of each lane, in the order they were done', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2 }), alone(3)]);

    expect(drain.sends()).toEqual([1, 3]);
  });

  test('is the next one of a lane once the one before was taken', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2 })]);

    drain.answers(1, taken);

    expect(drain.sends()).toEqual([2]);
  });

  test('is at most four requests at once', () => {
    const drain = aDrain([1, 2, 3, 4, 5, 6].map((seq) => alone(seq)));
    expect(drain.sends()).toEqual([1, 2, 3, 4]);

    drain.answers(2, taken);

    expect(drain.sends()).toEqual([5]);
  });

  test('is marked as sent, with its bytes, before it leaves', () => {
    const drain = aDrain([row()]);

    const [command] = drain.commands();

    expect(command).toMatchObject({
      type: 'send',
      row: { state: 'sending', sentEver: true, attempts: 1 },
      request: { method: 'PUT', path: `/api/tips/bookTicket/${ticketId}`, body: '{}' },
    });
    expect(drain.row(1)?.sent).toEqual(command?.type === 'send' && command.request);
  });

  test('is first the tip whose game starts soonest', () => {
    const late = tip();
    const soon = tip();
    const [first] = soon.options;
    if (first) soon.options = [{ ...first, startDateOfGame: '2026-03-01T12:10:00.000Z' }];

    const posts = [late, soon].map((payload, index) =>
      alone(index + 1, { kind: 'tip.post', id: payload.id, payload }),
    );

    expect(aDrain([...posts, alone(3)]).sends()).toEqual([2, 1, 3]);
  });

  test('is never an operation of another member', () => {
    const drain = aDrain([row({ memberId: otherMemberId }), alone(2)]);

    expect(drain.sends()).toEqual([2]);
  });

  test('waits for operations of other lanes it depends on', () => {
    const first = alone(1);
    const drain = aDrain([first, alone(2, { deps: [first.id] })]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, taken);

    expect(drain.sends()).toEqual([2]);
  });

  test('does not wait for a dependency that is settled and gone', () => {
    expect(aDrain([alone(1, { deps: ['settled'] })]).sends()).toEqual([1]);
  });

  test('is nothing new once the drain is closing', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2 })]);
    drain.tell({ type: 'closing' });

    drain.answers(1, taken);

    expect(drain.sends()).toEqual([]);
    expect(drain.row(1)?.state).toBe('acked');
  });
});

describe('one that fails', () => {
  test('holds back only its own lane', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2 }), alone(3), alone(4)]);

    const unavailable = problem('unavailable');
    drain.answers(1, { kind: 'refused', problem: unavailable, status: 503 });
    drain.answers(3, taken);

    expect(drain.sends()).toEqual([]);
    drain.passes(600);
    expect(drain.sends()).toEqual([1]);
  });

  test.each(['rejected', 'conflict', 'unreadable'] as const)(
    'and is %s holds back its lane and what depends on it, nothing else',
    (state) => {
      const stuck = row({ seq: 1, state });

      const drain = aDrain([stuck, row({ seq: 2 }), alone(3, { deps: [stuck.id] }), alone(4)]);

      expect(drain.sends()).toEqual([4]);
    },
  );

  test('comes back by its own timer', () => {
    const drain = aDrain([row()]);
    drain.answers(1, nothing);
    expect(drain.wakesIn()).toBe(500);

    drain.passes(500);

    expect(drain.sends()).toEqual([1]);
  });

  test('goes on with the same key and the same bytes', () => {
    const drain = aDrain([row({ baseVersion: 3 })]);
    const first = drain.row(1);
    drain.answers(1, nothing);
    drain.passes(1000);

    const again = drain.row(1);

    expect(again).toMatchObject({ id: first?.id, sent: first?.sent, attempts: 2 });
  });

  test('is tried at once when the person looks again, but never before Retry-After', () => {
    const waiting = { sentEver: true, state: 'unknown' as const, nextAt: start + 200_000 };
    const drain = aDrain([alone(1, waiting), alone(2, { ...waiting, notBefore: start + 60_000 })]);
    expect(drain.sends()).toEqual([]);

    drain.tell({ type: 'woke' });

    expect(drain.sends()).toEqual([1]);
    expect(drain.wakesIn()).toBe(60_000);
  });

  test('holds everything back when the server says that it is too much', () => {
    const drain = aDrain([alone(1), alone(2, { nextAt: start + 100 })]);

    const limited = problem('rate-limited');
    drain.answers(1, { kind: 'refused', problem: limited, status: 429, retryAfter: 30_000 });

    drain.passes(29_000);
    expect(drain.sends()).toEqual([]);
    drain.passes(1_000);
    expect(drain.sends()).toEqual([1, 2]);
  });

  test('waits no longer than an hour after the clock was put back by a day', () => {
    const far = { state: 'unknown' as const, sentEver: true, nextAt: start + 86_400_000 };

    expect(aDrain([row(far)]).sends()).toEqual([1]);
  });
});

describe('three answers in a row that are none', () => {
  function aDrainOutOfReach() {
    const drain = aDrain([alone(1), alone(2), alone(3)]);
    for (const seq of [1, 2, 3]) drain.answers(seq, nothing);
    return drain;
  }

  test('leave only the ping to be tried', () => {
    const drain = aDrainOutOfReach();

    expect(drain.pings()).toBe(true);
    expect(drain.sends()).toEqual([]);
  });

  test('wait longer and longer between pings', () => {
    const drain = aDrainOutOfReach();

    drain.tell({ type: 'ping-failed' });
    expect(drain.wakesIn()).toBe(500);
    drain.passes(500);
    expect(drain.pings()).toBe(true);
    drain.tell({ type: 'ping-failed' });
    expect(drain.wakesIn()).toBe(1000);
  });

  test('wait as long as a failing ping was asked to', () => {
    const drain = aDrainOutOfReach();

    drain.tell({ type: 'ping-failed', retryAfter: 20_000 });

    expect(drain.wakesIn()).toBe(20_000);
  });

  test('are forgotten when a ping is answered', () => {
    const drain = aDrainOutOfReach();

    drain.tell({ type: 'pinged', backend: 'ours' });

    expect(drain.sends()).toEqual([1, 2, 3]);
  });

  test('are not three when the server spoke in between', () => {
    const drain = aDrain([alone(1), alone(2), alone(3), alone(4)]);
    drain.answers(1, nothing);
    drain.answers(2, nothing);
    drain.answers(3, { kind: 'refused', problem: problem('internal'), status: 500 });
    drain.answers(4, nothing);

    expect(drain.pings()).toBe(false);
  });
});

describe('a backend nobody has reached yet', () => {
  test('is pinged before anything is sent', () => {
    const state = initialState({ memberId, backend: 'unknown', session: 'signed-in' });

    const { commands } = step(state, { type: 'loaded', operations: [row()], now: start });

    expect(commands.map(({ type }) => type)).toEqual(['ping']);
  });
});
