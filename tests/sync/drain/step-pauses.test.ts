import { describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#sync/backend/api.ts';
import { aDrain, alone, start } from '../../testing/engine/a-drain.ts';
import { problem, row, serverTip, tipId, tipPayload } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;
const unauthorised: ApiAnswer<unknown> = {
  kind: 'refused',
  problem: problem('session-ended'),
  status: 401,
};

describe('a login that ends', () => {
  test('pauses all operations, and reports that once', () => {
    const drain = aDrain([alone(1), alone(2), row({ seq: 3 }), row({ seq: 4, baseVersion: 1 })]);
    drain.answers(1, unauthorised);
    expect(drain.commands().map(({ type }) => type)).toContain('unauthorised');
    expect(drain.row(4)).toMatchObject({ state: 'blocked', blockedBy: 'auth' });

    drain.answers(2, unauthorised);

    expect(drain.commands().map(({ type }) => type)).not.toContain('unauthorised');
    expect(drain.sends()).toEqual([]);
  });

  test('continues with its operations when the same member logs in again', () => {
    const drain = aDrain([alone(1), alone(2, { nextAt: start + 50 })]);
    drain.answers(1, unauthorised);

    drain.handle({ type: 'session', session: 'signed-in' });

    expect(drain.sends()).toEqual([1, 2]);
    expect(drain.row(1)?.id).toBe(alone(1).id);
  });

  test('still pauses them when the outbox is read again', () => {
    const drain = aDrain([alone(1)]);
    drain.answers(1, unauthorised);
    const blocked = drain.row(1);

    drain.handle({ type: 'loaded', operations: blocked ? [blocked, alone(2)] : [] });

    expect(drain.sends()).toEqual([]);
  });

  test('is tried once after a restart, because the token may be new', () => {
    expect(aDrain([alone(1, { state: 'blocked', blockedBy: 'auth' })]).sends()).toEqual([1]);
  });

  test('sends nothing while nobody is logged in', () => {
    expect(aDrain([alone(1)], 'none').sends()).toEqual([]);
  });
});

describe('an unverified email', () => {
  const unverified: ApiAnswer<unknown> = {
    kind: 'refused',
    problem: problem('email-unverified'),
    status: 403,
  };

  test('pauses operations of one subject, and continues once it is verified', () => {
    const drain = aDrain([row({ seq: 1 }), row({ seq: 2, baseVersion: 1 }), alone(3)]);
    drain.answers(1, unverified);
    drain.answers(3, taken);
    expect(drain.sends()).toEqual([]);

    drain.handle({ type: 'unblocked', blocker: 'unverified' });

    expect(drain.sends()).toEqual([1]);
  });
});

describe('an operation of an unknown kind', () => {
  test('waits for a newer app, and delays only its subject', () => {
    const drain = aDrain([alone(1, { kind: 'tip.frame' }), alone(2, { v: 99 }), alone(3)]);

    expect(drain.sends()).toEqual([3]);
    expect(drain.row(1)).toMatchObject({ state: 'blocked', blockedBy: 'update' });
    expect(drain.row(2)).toMatchObject({ state: 'blocked', blockedBy: 'update' });
  });
});

describe('a row in the state sending that nobody sends', () => {
  test('is unknown, and is sent again with the same bytes', () => {
    const sent = { method: 'PUT', path: '/as/it/was', body: '{"as":"it was"}' };

    const drain = aDrain([row({ state: 'sending', sentEver: true, attempts: 1, sent })]);

    expect(drain.commands()).toMatchObject([
      { type: 'write', rows: [{ state: 'unknown' }] },
      { requestBatch: [{ request: sent }] },
    ]);
  });

  test('stays unchanged while this drain sends it', () => {
    const drain = aDrain([row()]);
    const sending = drain.row(1);

    drain.handle({ type: 'loaded', operations: sending ? [sending] : [] });

    expect(drain.sends()).toEqual([]);
    expect(drain.row(1)?.state).toBe('sending');
  });
});

describe('a row that another drain has sent since this one read it', () => {
  const sent = { method: 'PUT', path: '/as/it/was', body: '{}' };
  const theirs = row({ state: 'sending', sentEver: true, attempts: 1, sent });

  test('stays marked as sent', () => {
    const drain = aDrain([row({ nextAt: start + 100 })]);

    drain.handle({ type: 'loaded', operations: [theirs] });

    expect(drain.commands()).toMatchObject([
      { type: 'write', rows: [{ state: 'unknown', sentEver: true, sent }] },
      { type: 'send', requestBatch: [{ request: sent }] },
    ]);
  });
});

describe('a row that two drains have sent with different bytes', () => {
  test('keeps the stored bytes', () => {
    const drain = aDrain([row()]);
    drain.answers(1, { kind: 'unreachable', cause: 'timeout' });
    const theirs = { method: 'PUT', path: '/as/it/was', body: '{}' };
    const stored = row({ state: 'sending', sentEver: true, attempts: 1, sent: theirs });

    drain.handle({ type: 'loaded', operations: [stored] });

    expect(drain.row(1)?.sent).toEqual(theirs);
  });
});

describe('the version that an operation sends', () => {
  const edited = { kind: 'tip.confirm', payload: { tipId } };

  test('is the one that the person saw', () => {
    const drain = aDrain([row({ ...edited, baseVersion: 7 })]);

    expect(drain.row(1)?.sent?.ifMatch).toBe(7);
  });

  test('is the one of the response to the member’s own earlier change', () => {
    const drain = aDrain([
      row({ seq: 1, ...edited, baseVersion: 7 }),
      row({ seq: 2, ...edited, baseVersion: 7 }),
    ]);

    drain.answers(1, { kind: 'ok', reply: serverTip(), status: 200, version: 8 });

    expect(drain.row(2)?.sent?.ifMatch).toBe(8);
    expect(drain.writes().some(({ seq }) => seq === 1)).toBe(true);
  });

  test('is kept for later operations after an earlier one was removed', () => {
    const drain = aDrain([
      row({ seq: 1, ...edited, baseVersion: 7 }),
      row({ seq: 2, ...edited, baseVersion: 7, nextAt: start + 100 }),
    ]);
    drain.answers(1, { kind: 'ok', reply: serverTip(), status: 200, version: 8 });

    const stored = drain.writes().find(({ seq }) => seq === 2);

    expect(stored?.ownVersion).toBe(8);
    expect(aDrain(stored ? [{ ...stored, nextAt: 0 }] : []).row(2)?.sent?.ifMatch).toBe(8);
  });

  test('is missing for a ticket without a version', () => {
    const drain = aDrain([row({ baseVersion: 0 })]);

    expect(drain.row(1)?.sent).not.toHaveProperty('ifMatch');
  });
});

describe('a failed write', () => {
  test('before sending makes the operation pending again, and not sent', () => {
    const drain = aDrain([row()]);

    drain.handle({ type: 'not-sent', ids: [row().id] });

    expect(drain.row(1)).toEqual({ ...row(), nextAt: start + 500 });
    expect(drain.state().flight.size).toBe(0);
  });

  test('after the response leaves it unknown, never refused', () => {
    const drain = aDrain([row()]);
    drain.answers(1, { kind: 'refused', problem: problem('invalid-input'), status: 400 });

    drain.handle({ type: 'outcome-lost', ids: [row().id] });

    expect(drain.row(1)?.state).toBe('unknown');
  });
});

describe('a tip that was being sent when its page died', () => {
  const payload = tipPayload();
  const dying = row({ id: payload.id, kind: 'tip.post', payload });
  const interrupted = { ...dying, state: 'sending', sentEver: true, attempts: 1 } as const;

  test('waits for the person on a backend without keys, and is sent on request', () => {
    const drain = aDrain([interrupted, alone(2)], 'signed-in', 'unknown');
    expect(drain.row(1)).toMatchObject({ state: 'blocked', blockedBy: 'person' });

    drain.handle({ type: 'pinged', backend: specBackend });
    expect(drain.sends()).toEqual([2]);

    const again = aDrain([{ ...interrupted, state: 'unknown' }], 'signed-in', specBackend);
    again.handle({ type: 'pinged', backend: specBackend });
    expect(again.sends()).toEqual([1]);
  });

  test('is sent again by itself if its key prevents a second execution', () => {
    expect(aDrain([interrupted]).sends()).toEqual([1]);

    const unsure = aDrain([interrupted], 'signed-in', 'unknown');
    unsure.handle({ type: 'pinged', backend: touchlineBackend });
    expect(unsure.sends()).toEqual([1]);
  });
});
