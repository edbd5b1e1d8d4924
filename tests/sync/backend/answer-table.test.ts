import { describe, expect, test } from 'vitest';
import type { ProblemCode } from '#contract/problem.ts';
import { applyAnswer, applyLostOutcome, isArrivalUncertain } from '#sync/drain/answer-rules.ts';
import type { ApiAnswer } from '#sync/backend/api.ts';
import { problem, sentRow, serverTip, tipPayload } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const judging = { now: 1_000_000, random: 0.5, backend: touchlineBackend };

/** A response with a problem code; its status is that of the code unless the row has another. */
function refused(code: ProblemCode, status = problem(code).status): ApiAnswer<unknown> {
  return { kind: 'refused', problem: { ...problem(code), status }, status };
}

describe('a response to an operation', () => {
  test.each([
    { answer: { kind: 'ok', reply: {}, status: 200 } as const, state: 'acked' },
    { answer: { kind: 'ok', reply: {}, status: 201 } as const, state: 'acked' },
    { answer: refused('session-ended'), state: 'blocked', blockedBy: 'auth' },
    { answer: refused('email-unverified'), state: 'blocked', blockedBy: 'unverified' },
    { answer: refused('not-allowed'), state: 'rejected' },
    { answer: refused('own-tip'), state: 'rejected' },
    { answer: refused('not-found'), state: 'rejected' },
    { answer: refused('unavailable', 408), state: 'unknown' },
    { answer: refused('operation-in-progress'), state: 'unknown' },
    { answer: refused('fixture-started'), state: 'rejected' },
    { answer: refused('already-tipped'), state: 'rejected' },
    { answer: refused('selection-limit'), state: 'rejected' },
    { answer: refused('daily-tip-limit'), state: 'unknown' },
    { answer: refused('already-booked'), state: 'conflict' },
    { answer: refused('already-confirmed'), state: 'conflict' },
    { answer: refused('tip-expired'), state: 'conflict' },
    { answer: refused('legs-undecided'), state: 'conflict' },
    { answer: refused('stale-version'), state: 'conflict' },
    { answer: refused('too-large'), state: 'rejected' },
    { answer: refused('invalid-input'), state: 'rejected' },
    { answer: refused('unknown-option'), state: 'rejected' },
    { answer: refused('key-reused'), state: 'rejected' },
    { answer: refused('answer-forgotten'), state: 'rejected' },
    { answer: refused('unavailable', 504), state: 'unknown' },
    { answer: refused('unavailable', 511), state: 'unknown' },
    { answer: refused('not-attempted'), state: 'unknown' },
    { answer: refused('unavailable', 425), state: 'unknown' },
    { answer: refused('unavailable', 426), state: 'blocked', blockedBy: 'update' },
    { answer: refused('rate-limited'), state: 'unknown' },
    { answer: refused('internal'), state: 'unknown' },
    { answer: refused('unavailable'), state: 'unknown' },
    { answer: { kind: 'unchanged' } as const, state: 'unknown' },
    { answer: { kind: 'unreachable', cause: 'network' } as const, state: 'unknown' },
    { answer: { kind: 'unreachable', cause: 'timeout' } as const, state: 'unknown' },
    { answer: { kind: 'unreachable', cause: 'not-verified' } as const, state: 'unknown' },
  ])('$answer.kind $answer.status $answer.problem.code leads to $state', (expected) => {
    const after = applyAnswer(sentRow(), expected.answer, judging);

    expect(after.state).toBe(expected.state);
    expect(after.blockedBy).toBe(expected.blockedBy);
  });

  test('that accepts the operation is stored with status, version and reply', () => {
    const reply = serverTip({ version: 3 });

    const after = applyAnswer(sentRow(), { kind: 'ok', reply, status: 200, version: 3 }, judging);

    expect(after.ack).toEqual({ status: 200, version: 3, at: judging.now, reply });
    expect(after).not.toHaveProperty('problem');
  });

  test('that refuses the operation is stored with fields, games and ticket', () => {
    const started = [{ fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea' }];
    const errors = { 'options.0': ['invalid'] };

    const answer = { ...problem('fixture-started', { started, errors }) };
    const refusedWith = { kind: 'refused', problem: answer, status: 409 } as const;

    expect(applyAnswer(sentRow(), refusedWith, judging).problem).toMatchObject({ started, errors });
  });

  test.each([
    ['already-booked', 'tip.book', 'acked'],
    ['already-confirmed', 'tip.confirm', 'acked'],
    ['already-booked', 'tip.withdraw', 'conflict'],
    ['already-confirmed', 'tip.withdraw', 'conflict'],
    ['already-confirmed', 'odds.set', 'conflict'],
    ['already-confirmed', 'leg.settle', 'conflict'],
  ] as const)(
    'of %s to a second %s sets it to %s: only the same action counts as done',
    (code, kind, state) => {
      const after = applyAnswer(sentRow({ kind, attempts: 2 }), refused(code), judging);

      expect(after.state).toBe(state);
    },
  );

  test.each([
    { random: 0, wait: 1000 },
    { random: 0.5, wait: 2000 },
    { random: 1, wait: 3000 },
  ])('with operation-in-progress is retried after $wait ms', ({ random, wait }) => {
    const answer = refused('operation-in-progress');

    const after = applyAnswer(sentRow({ attempts: 6 }), answer, { ...judging, random });

    expect(after.nextAt).toBe(judging.now + wait);
  });

  test.each([
    { attempts: 1, maxMs: 1_000 },
    { attempts: 2, maxMs: 2_000 },
    { attempts: 5, maxMs: 16_000 },
    { attempts: 9, maxMs: 256_000 },
    { attempts: 10, maxMs: 300_000 },
    { attempts: 500, maxMs: 300_000 },
  ])('that is missing after $attempts attempts waits up to $maxMs ms', ({ attempts, maxMs }) => {
    const answer = { kind: 'unreachable', cause: 'network' } as const;
    const wait = (random: number) =>
      applyAnswer(sentRow({ attempts }), answer, { ...judging, random }).nextAt - judging.now;

    expect(wait(1)).toBe(maxMs);
    expect(wait(0.5)).toBe(maxMs / 2);
    expect(wait(0)).toBe(0);
  });

  test.each([
    { ...refused('unavailable'), retryAfter: 90_000 },
    { kind: 'unreachable', cause: 'not-verified', retryAfter: 90_000 } as const,
  ])('with Retry-After delays the operation at least that long: $kind', (answer) => {
    const after = applyAnswer(sentRow(), answer, { ...judging, random: 0 });

    expect(after.notBefore).toBe(judging.now + 90_000);
  });

  test('with operation-in-progress does not shorten a longer Retry-After', () => {
    const notBefore = judging.now + 90_000;
    const answer = { ...refused('operation-in-progress'), retryAfter: 1000 };

    expect(applyAnswer(sentRow({ notBefore }), answer, judging).notBefore).toBe(notBefore);
  });

  test('with not-found waits while the subject’s creation is pending, and refuses otherwise', () => {
    const nothing = refused('not-found');

    const awaited = applyAnswer(sentRow(), nothing, { ...judging, isCreationPending: true });

    expect(awaited).toMatchObject({ state: 'unknown', nextAt: judging.now + 500 });
    expect(applyAnswer(sentRow(), nothing, judging).state).toBe('rejected');
  });

  test('never changes the key or the bytes of the operation', () => {
    const sent = { method: 'PUT', path: '/api/x', body: '{"a":1}', ifMatch: 2 };
    const before = sentRow({ sent });

    const after = applyAnswer(before, { kind: 'unreachable', cause: 'timeout' }, judging);

    expect(after).toMatchObject({ id: before.id, sent, sentEver: true });
  });

  test('adds an entry to the log, which contains the last twenty', () => {
    const log = Array.from({ length: 20 }, (_, index) => ({ at: '', what: String(index) }));

    const after = applyAnswer(sentRow({ log }), refused('internal'), judging);

    expect(after.log).toHaveLength(20);
    expect(after.log.at(-1)?.what).toBe('internal');
  });

  test('that could not be stored leaves the outcome unknown', () => {
    expect(applyLostOutcome(sentRow(), judging)).toMatchObject({
      state: 'unknown',
      problem: { code: 'storage' },
    });
  });
});

describe('on a backend without keys', () => {
  const specOnly = { ...judging, backend: specBackend };
  const payload = tipPayload();
  const posting = sentRow({ kind: 'tip.post', id: payload.id, payload });
  const nothing = { kind: 'unreachable', cause: 'timeout' } as const;

  test('a tip whose outcome is unknown waits for the person', () => {
    expect(applyAnswer(posting, nothing, specOnly)).toMatchObject({
      state: 'blocked',
      blockedBy: 'person',
      problem: { code: 'may-have-arrived' },
    });
  });

  test('a tip with an error response shows the server’s message, and also waits for the person', () => {
    const words = ['The tickets are away'];
    const problem = { code: 'internal', message: words[0] ?? '', status: 500, words };
    const after = applyAnswer(posting, { kind: 'refused', status: 500, problem }, specOnly);

    expect(after).toMatchObject({
      state: 'blocked',
      blockedBy: 'person',
      problem: { code: 'may-be-done', status: 500, words },
    });
    expect(isArrivalUncertain(after)).toBe(true);
  });

  test('a booking is sent again, because a second booking changes nothing', () => {
    expect(applyAnswer(sentRow(), nothing, specOnly)).toMatchObject({ state: 'unknown' });
  });

  test('an operation that a busy backend refused is sent again', () => {
    const answer = { ...refused('rate-limited'), retryAfter: 5000 };

    expect(applyAnswer(posting, answer, specOnly)).toMatchObject({
      state: 'unknown',
      notBefore: judging.now + 5000,
    });
  });

  test('a tip gets the id that the backend returned', () => {
    const reply = { _id: '64b0c0ffee', options: payload.options };
    const answer = { kind: 'ok', reply, status: 200 } as const;

    expect(applyAnswer(posting, answer, specOnly).entityId).toBe('64b0c0ffee');
  });
});
