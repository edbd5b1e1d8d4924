import { describe, expect, test } from 'vitest';
import {
  confirmTips,
  correctFixture,
  reopenTips,
  setPrices,
  setResult,
  settleFixture,
} from '#contract/desk.ts';
import {
  followTipster,
  saveProfile,
  saveProfileWithPicture,
  takeTimeOut,
} from '#contract/members.ts';
import { isProblemCode, type ProblemCode, statusOf } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import {
  bookTip,
  confirmTip,
  editTip,
  eraseAnalysis,
  postTip,
  withdrawTip,
} from '#contract/tips.ts';
import { SyncPage } from '#client/features/sync-sheet/sync-page.tsx';
import { applyAnswer } from '#sync/drain/answer-rules.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { operationsByKind } from '#sync/operations/registry.ts';
import {
  leg,
  memberId,
  profile,
  sentRow,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { touchlineBackend } from '#sync/backend/backend.ts';

const { firstName, lastName, country, phoneNumber, state, address, email } = profile();
const form = { id: memberId, email, firstName, lastName, country, phoneNumber, state, address };
const change = { fixtureId: leg().fixtureId, game: leg().game };

/** Each kind of operation with its route and an example payload. */
const kinds: Record<string, { route: Route; payload: object }> = {
  'tip.post': { route: postTip, payload: tipPayload() },
  'tip.withdraw': { route: withdrawTip, payload: { tipId } },
  'tip.book': { route: bookTip, payload: { tipId } },
  'follow.set': { route: followTipster, payload: { tipsterId, following: true } },
  'profile.save': { route: saveProfile, payload: form },
  'picture.set': {
    route: saveProfileWithPicture,
    payload: { ...form, bytes: new Uint8Array([1, 2, 3]), type: 'image/webp' },
  },
  'odds.set': {
    route: editTip,
    payload: { tipId, legs: [leg()], changes: [{ ...change, odd: 3 }] },
  },
  'leg.settle': {
    route: editTip,
    payload: { tipId, legs: [leg()], change: { ...change, result: 'won' } },
  },
  'tip.confirm': { route: confirmTip, payload: { tipId } },
  'text.erase': { route: eraseAnalysis, payload: { tipId } },
  'text.moderate': { route: eraseAnalysis, payload: { tipId, reason: 'Seen' } },
  'result.set': { route: setResult, payload: { ...change, status: 'played', fullTime: [2, 1] } },
  'prices.set': {
    route: setPrices,
    payload: { ...change, prices: [{ oddsId: 1, odd: 3 }] },
  },
  'fixture.settle': {
    route: settleFixture,
    payload: { ...change, version: 3, results: [{ oddsId: 1, result: 'won' }] },
  },
  'fixture.correct': {
    route: correctFixture,
    payload: { ...change, version: 3, results: [{ oddsId: 1, result: 'lost' }], reason: 'Wrong' },
  },
  'tips.confirm': { route: confirmTips, payload: { ids: [tipId] } },
  'tips.reopen': { route: reopenTips, payload: { ids: [tipId] } },
  'time-out.take': {
    route: takeTimeOut,
    payload: { length: '7d', since: '2026-03-01T11:00:00.000Z', spared: [] },
  },
};

/** Codes that any call may return. */
const anywhere: ProblemCode[] = [
  'invalid-input',
  'invalid-json',
  'not-signed-in',
  'session-ended',
  'email-unverified',
  'not-allowed',
  'operation-in-progress',
  'answer-forgotten',
  'too-large',
  'unsupported-media-type',
  'key-reused',
  'not-attempted',
  'rate-limited',
  'internal',
  'unavailable',
];

const actions =
  /^(Try now|Try all now|Discard|Log in|Send the mail again|Resend.*|Edit and post again|Post the other games|Open your profile|Open the ticket|Set mine|Keep theirs|.* as it is now|Withdraw it all the same|Leave it as it is|Keep the tip|OK)$/;

const problems = Object.entries(kinds).flatMap(([kind, { route, payload }]) =>
  [...new Set([...(route.problems ?? []), ...anywhere])].map((code) => ({ kind, code, payload })),
);

/** The operation in its state after the drain got this response. */
function refused({ kind, code, payload }: (typeof problems)[number]): OperationRow {
  const extra = {
    ...(code === 'fixture-started' && { started: [change] }),
    ...(code === 'stale-version' && { tip: serverTip({ version: 7 }) }),
  };
  const status = statusOf(code);
  const refusal = { code, message: 'These are not our words.', status, ...extra };
  return applyAnswer(
    sentRow({ kind, payload }),
    { kind: 'refused', problem: refusal, status },
    { now: Date.now(), random: 0.5, backend: touchlineBackend },
  );
}

describe('a refusal', () => {
  test('is known for every kind of operation', () => {
    expect(Object.keys(kinds).toSorted()).toEqual(Object.keys(operationsByKind).toSorted());
  });

  test.each(problems)('of $kind with $code has a sentence and a way on', async (refusal) => {
    expect(isProblemCode(refusal.code)).toBe(true);
    const phone = aPhone();
    await phone.store.operations.add(refused(refusal));

    const screen = await aScreen(<SyncPage />, phone);

    await screen.until(() => /1 (problem|saved)/.test(screen.text()), 'it');
    expect(screen.text()).not.toContain('These are not our words.');
    expect(screen.names('main button, button, a').filter((name) => actions.test(name))).not.toEqual(
      [],
    );
  });
});
