import { describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#sync/backend/api.ts';
import { workingConnection, createDrainState } from '#sync/drain/state.ts';
import { stepDrain } from '#sync/drain/step.ts';
import { aDrain, alone, start } from '../../testing/engine/a-drain.ts';
import { memberId, problem, row, tipPayload } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;
const nothing = { kind: 'unreachable', cause: 'timeout' } as const;
const notTried: ApiAnswer<unknown> = {
  kind: 'refused',
  problem: problem('not-attempted'),
  status: 424,
};

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function many(count: number) {
  return upTo(count).map((seq) => alone(seq));
}

/** The ids of the operations with these sequence numbers. */
const ids = (...seqs: number[]) => seqs.map((seq) => row({ seq }).id);

const answersTo = (seqs: readonly number[], answer: ApiAnswer<unknown>) =>
  seqs.map((seq) => ({ id: row({ seq }).id, answer }));

describe('many operations', () => {
  test('are sent in requests of fifty, one after the other', () => {
    const drain = aDrain(many(60));

    expect(drain.requestBatches()).toEqual([upTo(50)]);

    drain.handle({ type: 'answered', answers: answersTo(upTo(50), taken) });
    expect(drain.requestBatches()).toEqual([upTo(60, 51)]);
  });

  test('are sent one by one to a spec-only backend', () => {
    const drain = aDrain(many(20), 'signed-in', specBackend);

    drain.handle({ type: 'pinged', backend: specBackend });

    expect(drain.requestBatches()).toEqual([[1]]);
  });

  test('are sent together with later ones on their subject', () => {
    const post = tipPayload();
    const posted = row({ seq: 1, id: post.id, kind: 'tip.post', payload: post });
    const booked = row({ seq: 2, payload: { tipId: post.id } });

    const drain = aDrain([posted, booked, ...many(10).slice(2)]);

    expect(drain.requestBatches()).toEqual([upTo(10)]);
  });

  test('leave out an operation whose version is not known yet', () => {
    const edits = [1, 2].map((seq) => row({ seq, subjects: ['tip:a'], baseVersion: 3 }));

    const drain = aDrain([...edits, ...many(12).slice(2)]);

    expect(drain.requestBatches()).toEqual([[1, ...upTo(12, 3)]]);
  });

  test.each([
    { why: 'its delay is not over', values: { nextAt: start + 10 } },
    { why: 'it was refused', values: { state: 'rejected' as const } },
  ])('leave out operations that share a subject with a stopped one: $why', ({ values }) => {
    const first = row({ seq: 1 });
    const stopped = row({ seq: 2, ...values });

    const drain = aDrain([first, stopped, row({ seq: 3 }), ...many(12).slice(3)]);

    expect(drain.requestBatches()).toEqual([[1, ...upTo(12, 4)]]);
  });

  test('with a file are sent alone', () => {
    const sent = { method: 'PUT', path: '/api/users', body: '{}' };
    const file = { field: 'picture', type: 'image/webp', bytes: new Uint8Array([1]) };
    const picture = alone(1, { state: 'unknown', sentEver: true, sent: { ...sent, file } });

    const drain = aDrain([picture, ...many(12).slice(1)]);

    expect(drain.requestBatches()).toEqual([[1]]);
    drain.answers(1, taken);
    expect(drain.requestBatches()).toEqual([upTo(12, 2)]);
  });

  test('are split if a request would be too large', () => {
    const sent = { method: 'PUT', path: '/x', body: ' '.repeat(150_000) };
    const large = { state: 'unknown' as const, sentEver: true, sent };

    const drain = aDrain(upTo(12).map((seq) => alone(seq, large)));

    expect(drain.requestBatches()).toEqual([upTo(3)]);
  });
});

describe('a batch with a response', () => {
  test('is evaluated operation by operation', () => {
    const drain = aDrain(many(9));

    drain.handle({
      type: 'answered',
      answers: [
        ...answersTo(upTo(6), taken),
        ...answersTo([7], { kind: 'refused', problem: problem('not-allowed'), status: 403 }),
        ...answersTo([8], nothing),
        ...answersTo([9], { kind: 'refused', problem: problem('internal'), status: 500 }),
      ],
    });

    const states = upTo(9).map((seq) => drain.row(seq)?.state);
    expect(states.slice(5)).toEqual(['acked', 'rejected', 'unknown', 'unknown']);
    expect(drain.state().failures).toBe(0);
    expect(drain.commands().filter(({ type }) => type === 'write')).toHaveLength(1);
  });

  test('keeps operations that were not attempted, with their bytes, and counts no attempt', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2 }), ...many(10).slice(2)]);
    const bytes = drain.row(2)?.sent;

    const refused = { kind: 'refused', problem: problem('not-found'), status: 404 } as const;
    const answers = [...answersTo([1], refused), ...answersTo([2], notTried)];
    drain.handle({ type: 'answered', answers: [...answers, ...answersTo(upTo(10, 3), taken)] });

    expect(drain.row(2)).toMatchObject({ state: 'pending', attempts: 0, nextAt: 0, sent: bytes });
    expect(drain.row(2)?.problem).toBeUndefined();
    expect(drain.sends()).toEqual([]);
  });

  test('sends operations again at once that the server had no time for', () => {
    const drain = aDrain(many(9));

    const answers = [...answersTo([1], taken), ...answersTo(upTo(9, 2), notTried)];
    drain.handle({ type: 'answered', answers });

    expect(drain.sends()).toEqual(upTo(9, 2));
  });

  test('without any attempted operation is not sent again at once', () => {
    const drain = aDrain(many(9));

    drain.handle({ type: 'answered', answers: answersTo(upTo(9), notTried) });

    expect(drain.sends()).toEqual([]);
    expect(drain.wakesIn()).toBe(500);
    expect(drain.row(1)).toMatchObject({ state: 'pending', attempts: 1 });
  });

  test('gives each subject the version after the last of its changes', () => {
    const drain = aDrain([
      row({ seq: 1 }),
      row({ seq: 2 }),
      row({ seq: 3, baseVersion: 1 }),
      ...many(12).slice(3),
    ]);
    expect(drain.requestBatches()).toEqual([[1, 2, ...upTo(12, 4)]]);

    const version = (seq: number, reported: number) =>
      answersTo([seq], { ...taken, version: reported });
    const answers = [...version(1, 5), ...version(2, 6), ...answersTo(upTo(12, 4), taken)];
    drain.handle({ type: 'answered', answers });

    expect(drain.row(3)).toMatchObject({ ownVersion: 6, sent: { ifMatch: 6 } });
  });

  test('pauses all remaining operations if the login has ended', () => {
    const drain = aDrain(many(60));

    const ended = { kind: 'refused', problem: problem('session-ended'), status: 401 } as const;
    const answers = [...answersTo(upTo(40), taken), ...answersTo(upTo(50, 41), ended)];
    drain.handle({ type: 'answered', answers });

    expect(drain.row(41)).toMatchObject({ state: 'blocked', blockedBy: 'auth' });
    expect(drain.commands().filter(({ type }) => type === 'unauthorised')).toHaveLength(1);
  });

  test('waits for the longest Retry-After of its 429 responses', () => {
    const drain = aDrain(many(9));
    const limited = (retryAfter: number) =>
      ({ kind: 'refused', problem: problem('rate-limited'), status: 429, retryAfter }) as const;

    const answers = [...answersTo([1], limited(9000)), ...answersTo([2], limited(4000))];
    drain.handle({ type: 'answered', answers: [...answers, ...answersTo(upTo(9, 3), taken)] });

    expect(drain.state().notBefore).toBe(start + 9000);
  });
});

describe('a batch without a response', () => {
  test('counts as one failure, and halves the size of the next batch', () => {
    const drain = aDrain(many(120));

    drain.handle({ type: 'answered', answers: answersTo(upTo(50), nothing) });

    expect(drain.state()).toMatchObject({ failures: 1, batchSize: 25 });
    expect(drain.requestBatches()).toEqual([upTo(75, 51)]);
    drain.handle({ type: 'answered', answers: answersTo(upTo(75, 51), taken) });
    expect(drain.state().batchSize).toBe(29);
  });

  test('keeps that size in the next drain, until a response arrives', () => {
    const known = { memberId, backend: touchlineBackend, session: 'signed-in' } as const;
    const slow = createDrainState(known, { ...workingConnection, batchSize: 1 });

    const { commands } = stepDrain(slow, { type: 'loaded', operations: many(20), now: start });

    expect(commands).toMatchObject([{ type: 'send', requestBatch: [{ row: { seq: 1 } }] }]);
  });
});

describe('a server that accepts no batches', () => {
  test('gets the operations one by one, and none counts as attempted', () => {
    const drain = aDrain(many(20));
    const bytes = drain.row(1)?.sent;

    drain.handle({ type: 'batch-refused', ids: ids(...upTo(20)) });

    expect(drain.requestBatches()).toEqual([[1]]);
    expect(drain.row(1)).toMatchObject({ attempts: 1, sent: bytes });
    expect(drain.row(20)).toMatchObject({ state: 'pending', attempts: 0, sentEver: true });
    drain.answers(1, taken);
    expect(drain.requestBatches()).toEqual([[2]]);
  });

  test('gets a batch again in the next drain', () => {
    const known = { memberId, backend: touchlineBackend, session: 'signed-in' } as const;

    expect(createDrainState(known, { ...workingConnection, batchSize: 0 }).batchSize).toBe(50);
  });
});

describe('a long queue', () => {
  test('is sent in the minimum number of requests', () => {
    const drain = aDrain(many(2000));
    let requests = 0;
    for (;;) {
      const together = [...drain.state().flight.keys()];
      if (together.length === 0) break;
      drain.handle({ type: 'answered', answers: together.map((id) => ({ id, answer: taken })) });
      requests += 1;
    }

    expect(requests).toBe(40);
    expect(drain.state().operations.every(({ state }) => state === 'acked')).toBe(true);
  });
});
