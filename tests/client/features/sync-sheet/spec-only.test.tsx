import { describe, expect, test } from 'vitest';
import { AdministratorsOnly } from '#client/features/desk/administrators-only.tsx';
import { TipNotices } from '#client/features/desk/tip-notices.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { OperationOutcomeNotifier } from '#client/features/shell/outcome-reporter.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { TipInputFields } from '#client/features/slip/slip-fields.tsx';
import { reportOutcome } from '#client/data/device/engine-state.ts';
import { storeSession } from '#client/session/session.ts';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';
import { codeOfStatus, parseDocumentedProblem } from '#sync/backend/documented-problem.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { createObservable } from '#sync/observable.ts';
import {
  memberId,
  profile,
  row,
  serverTip,
  tipPayload,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import {
  aPhone,
  aPulledPhone,
  aScreen,
  type Phone,
} from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

/** An engine that has found a spec-only backend. */
function onSpecBackend(phone: Phone, backend = specBackend) {
  return { engine: { ...anEngine(phone), backend: createObservable(backend) } };
}

describe('on a spec-only backend', () => {
  test('a tip has no analysis, because the specification has no such field', async () => {
    const phone = aPhone();
    const fields = (
      <TipInputFields
        total={undefined}
        input={{ stake: 0, analysis: '' }}
        onEnter={() => undefined}
      />
    );

    const screen = await aScreen(fields, phone, onSpecBackend(phone));
    await screen.shows('Stake');

    expect(screen.text()).not.toContain('Analysis');
  });

  test.each([
    { who: 'all logged-in members', backend: specBackend, shown: true },
    { who: 'nobody whose token names an ordinary member', backend: touchlineBackend, shown: false },
  ])('the admin link is shown for $who', async ({ backend, shown }) => {
    const phone = aPhone();
    storeSession({ access_token: aTokenOf('user'), userId: memberId });
    const screen = await aScreen(
      <Shell sheet={SyncSheet}>The page</Shell>,
      phone,
      onSpecBackend(phone, backend),
    );
    await screen.shows('The page');

    await screen.presses('My Account');
    await screen.button('Logout');

    expect(screen.names('a').includes('Admin')).toBe(shown);
  });

  test('the admin area opens for every logged-in member', async () => {
    const phone = aPhone();
    await phone.store.documents.put({ name: 'profile', value: profile(), fetchedAt: 0 });
    const area = <AdministratorsOnly>The desk</AdministratorsOnly>;

    const screen = await aScreen(area, phone, onSpecBackend(phone));

    await expect.poll(screen.text).toContain('The desk');
  });
});

test.each([
  { backend: specBackend, offered: false },
  { backend: touchlineBackend, offered: true },
])('offers to withdraw a sent tip: $offered on a $backend.kind backend', async (one) => {
  const phone = aPhone();
  const payload = tipPayload();
  const post = { kind: 'tip.post', payload, state: 'unknown' } as const;
  await phone.store.operations.add(row({ ...post, id: payload.id, sentEver: true }));

  const screen = await aScreen(<OperationList />, phone, onSpecBackend(phone, one.backend));
  await screen.shows('Arsenal');

  expect(screen.names('button').includes('Withdraw')).toBe(one.offered);
});

test('a saved tip offers no withdrawal once the backend is known to be spec-only', async () => {
  const phone = await aPulledPhone();
  const payload = tipPayload();
  await phone.store.operations.add(row({ kind: 'tip.post', payload, id: payload.id }));
  const backend = createObservable<Backend>(touchlineBackend);
  const screen = await aScreen(<SavedTips />, phone, { engine: { ...anEngine(phone), backend } });
  await screen.presses(/^More: /);
  // The buttons load lazily, so their absence proves something only after they were shown once.
  await screen.button(/^Withdraw: /);

  backend.set(specBackend);

  const buttons = () => screen.names('button').join();
  await expect.poll(buttons).not.toContain('Withdraw');
  expect(screen.text()).toContain('Number of Games 1');
});

describe('a refusal of a spec-only backend', () => {
  const refused = (kind: string, status: number, words: string[]) => ({
    operation: row({
      kind,
      state: 'rejected',
      problem: {
        ...parseDocumentedProblem(status, words),
        code: codeOfStatus(status),
        message: words[0] ?? '',
      },
    }),
  });

  test.each([400, 403, 404, 409, 413])(
    'with status %i is shown in the server’s words under the title Error',
    async (status) => {
      const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());

      reportOutcome(refused('tip.book', status, ['No more tickets today']));

      expect(await screen.messages()).toMatchObject([
        { title: 'Error', text: 'No more tickets today' },
      ]);
    },
  );

  test.each(['tip.book', 'follow.set'])(
    'with status 500 for a %s is shown once, while the operation is sent again',
    async (kind) => {
      const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());
      const problem = { code: 'internal', message: '', status: 500, words: ['Disk is full'] };
      const failed = row({ kind, state: 'unknown', attempts: 1, problem });

      reportOutcome({ operation: failed });
      reportOutcome({ operation: { ...failed, attempts: 2 } });

      expect(await screen.messages()).toMatchObject([{ title: 'Error', text: 'Disk is full' }]);
    },
  );

  test('of several fields is shown as one message per field', async () => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());

    reportOutcome(refused('profile.save', 400, ['State is too long', 'Country is not known']));

    await screen.until(() => screen.toasts.length > 1, 'two messages');
    expect(screen.toasts.map(({ text }) => text)).toEqual([
      'State is too long',
      'Country is not known',
    ]);
  });

  test.each([
    { reasons: ['You cannot follow her'], shownText: 'You cannot follow her' },
    { reasons: ['You may not', 'x'], shownText: 'You may not' },
    { reasons: [], shownText: 'You already followed this user' },
  ])('of a follow as $reasons is shown as "$shownText"', async ({ reasons, shownText }) => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());

    reportOutcome(refused('follow.set', 400, reasons));

    expect(await screen.messages()).toMatchObject([{ title: shownText }]);
  });

  test('stays readable on the sync page', async () => {
    const phone = aPhone();
    const { operation } = refused('tip.book', 400, ['State is too long', 'Not a country']);
    await phone.store.operations.add(operation);

    const screen = await aScreen(<OperationList />, phone);

    await expect.poll(screen.text).toContain('State is too long · Not a country');
  });
});

test('a follow that is refused without a message has a reason in the list', async () => {
  const phone = aPhone();
  const problem = specBackend.parseProblem(409, { error: {} });
  const follow = row({
    kind: 'follow.set',
    payload: { tipsterId, following: true },
    state: 'conflict',
    ...(problem && { problem }),
  });
  await phone.store.operations.add(follow);

  const screen = await aScreen(<OperationList />, phone);

  await screen.shows('You already followed this user');
  expect(await screen.pending()).toHaveLength(1);
});

test('a picture that is being sent shows a progress bar', async () => {
  const phone = aPhone();
  const { firstName, lastName, country, phoneNumber, state, address, email } = profile();
  const form = { firstName, lastName, country, phoneNumber, state, address, email };
  const bytes = new Uint8Array([1, 2, 3]);
  const upload = row({
    kind: 'picture.set',
    payload: { ...form, id: memberId, bytes, type: 'image/webp' },
    state: 'sending',
    sentEver: true,
    attempts: 1,
    sent: {
      method: 'PUT',
      path: '/api/users',
      body: '{}',
      file: { field: 'picture', type: 'image/webp', bytes },
    },
  });
  await phone.store.operations.add(upload);

  const screen = await aScreen(<OperationList />, phone);

  await screen.shows('Processing...');
  expect(screen.names('progress')).toEqual(['Processing...']);
});

test('an update of a tip that is being sent shows a progress bar', async () => {
  const device = { state: 'sending' as const, operationIds: [] };
  const tip = { ...serverTip({ tipsterId }), device };

  const screen = await aScreen(<TipNotices tip={tip} />, aPhone());

  await screen.shows('Processing...');
  expect(screen.names('progress')).toEqual(['Processing...']);
});

function aTokenOf(role: string): string {
  const part = (value: object) => btoa(JSON.stringify(value));
  return `${part({ alg: 'HS256' })}.${part({ sub: memberId, role, exp: 4_000_000_000 })}.signature`;
}
