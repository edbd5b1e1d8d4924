import { describe, expect, test } from 'vitest';
import { isProblemCode, type ProblemCode, statusOf } from '#contract/problem.ts';
import { SyncPage } from '#client/features/sync-sheet/sync-page.tsx';
import { applyAnswer } from '#sync/drain/answer-rules.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { parseOperation } from '#sync/operations/registry.ts';
import { recordedRows } from '../../../testing/engine/recorded-rows.ts';
import { leg, sentRow, serverTip } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { touchlineBackend } from '#sync/backend/backend.ts';

const change = { fixtureId: leg().fixtureId, game: leg().game };

/** Each kind of operation with its route and an example payload. */
const kinds = Object.fromEntries(
  recordedRows.map(({ row }) => {
    const parsed = parseOperation(row);
    if (typeof parsed !== 'object') throw new Error(`The row of ${row.kind} is ${parsed}.`);
    return [
      row.kind,
      { payload: row.payload, route: parsed.operation.request(parsed.payload).route },
    ];
  }),
);

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
  test.each(problems)('of $kind with $code has a sentence and an action', async (refusal) => {
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
