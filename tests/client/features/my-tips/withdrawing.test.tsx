import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { SyncPage } from '#client/features/sync-sheet/sync-page.tsx';
import { postSlip } from '#client/data/outbox/queue.ts';
import { changeSlip, emptySlip, parseSlip } from '#client/data/tips/slip.ts';
import { createId } from '#sync/ids.ts';
import {
  leg,
  memberId,
  problem,
  row,
  serverTip,
  tipId,
  tipPayload,
  queuedLeg,
} from '../../../testing/engine/samples.ts';
import {
  aScreen,
  aPulledPhone,
  type Phone,
  type Screen,
} from '../../../testing/components/a-screen.tsx';
import { operationsByKind } from '#sync/operations/registry.ts';

const second = 1000;
const withdrawal = { kind: 'tip.withdraw' };
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const soon = new Date(Date.now() + 5 * 3_600_000).toISOString();
const open = leg({ startDateOfGame: soon });

async function aPhoneWithATip(values: Partial<Tip> = {}): Promise<Phone> {
  const posted = { options: [open], expiryTime: soon, creationTime: ago(second), version: 3 };
  return aPulledPhone(serverTip({ ...posted, ...values }));
}

async function withdraws(screen: Screen): Promise<void> {
  await screen.presses(/^More: /);
  await screen.presses(/^Withdraw: /);
}

async function corrects(screen: Screen): Promise<void> {
  await screen.presses(/^More: /);
  await screen.presses(/^Withdraw and correct: /);
}

/** A phone with an unsent tip. */
async function aPhoneWithAnUnsentTip(): Promise<Phone> {
  const phone = await aPulledPhone();
  const id = createId();
  const payload = tipPayload({ id, options: [queuedLeg(open)], stake: 4 });
  await phone.store.operations.add(row({ id, kind: 'tip.post', payload }));
  return phone;
}

describe('a tip that was posted a moment ago', () => {
  test('can be withdrawn, and says that it is public until the withdrawal arrives', async () => {
    const screen = await aScreen(<SavedTips />, await aPhoneWithATip());

    await screen.shows('You can take it back for 1:');
    await withdraws(screen);

    await screen.shows('Withdrawal waiting, 1:');
    expect(screen.text()).toContain('Arsenal – Chelsea');
    expect(screen.text()).toContain(
      'Everybody can read this tip until its withdrawal has reached us.',
    );
    expect(screen.names('button').join()).not.toContain('Withdraw');
    expect(screen.names('button').join()).not.toContain('Book Ticket');
    expect(await screen.pending()).toMatchObject([
      { kind: 'tip.withdraw', payload: { tipId }, baseVersion: 3 },
    ]);
    expect(screen.toasts).toMatchObject([
      {
        title: 'Saved on this phone',
        text: 'It has to reach us within two minutes of posting.',
        undo: expect.any(Function),
      },
    ]);
  });

  test.each(['Undo', 'Keep the tip'])('stays posted after %s', async (way) => {
    const screen = await aScreen(<SavedTips />, await aPhoneWithATip());
    await withdraws(screen);
    await screen.shows('Withdrawal waiting');

    if (way === 'Undo') screen.toasts[0]?.undo?.();
    else await screen.presses(way);

    await screen.shows('You can take it back for');
    expect(await screen.pending()).toEqual([]);
  });

  test('can be corrected on the slip, and the corrected tip waits for the withdrawal', async () => {
    const phone = await aPhoneWithATip({ stake: 4, analysis: 'Home is strong.' });
    const screen = await aScreen(<SavedTips />, phone);

    await corrects(screen);

    await screen.until(() => screen.path() === '/tips/create', 'the slip');
    const draft = parseSlip((await phone.store.documents.get('slip'))?.value);
    expect(draft).toMatchObject({
      slip: [{ game: 'Arsenal Vs Chelsea', oddsId: 1 }],
      stake: 4,
      analysis: 'Home is strong.',
      after: [tipId],
    });

    const member = { id: memberId, store: phone.store };
    await postSlip({ publicStore: phone.publicStore, member }, new Date());

    const [, corrected] = await screen.pending();
    expect(corrected).toMatchObject({ kind: 'tip.post', payload: { after: [tipId] } });
    expect(parseSlip((await phone.store.documents.get('slip'))?.value)).toEqual(emptySlip);
  });

  test('is not withdrawn if the person keeps another slip instead', async () => {
    const phone = await aPhoneWithATip();
    const kickOff = new Date(soon);
    const other = { fixtureId: 'x', game: 'X Vs Y', oddsId: 2, kickOff, sportKey: '' };
    await changeSlip(phone.store, () => ({ ...emptySlip, slip: [other] }));
    const screen = await aScreen(<SavedTips />, phone);

    await corrects(screen);
    await screen.shows('These games take the place of the slip you are building.');
    await screen.presses('Keep it');

    const correct = await screen.button(/^Withdraw and correct: /);
    await screen.until(() => document.activeElement === correct, 'the focus');
    expect(await screen.pending()).toEqual([]);
    expect(parseSlip((await phone.store.documents.get('slip'))?.value).slip).toEqual([other]);
  });
});

describe('a withdrawal that is too late', () => {
  test.each<{ because: string; values: Partial<Tip>; shownText: string }>([
    {
      because: 'its two minutes are over',
      values: { creationTime: ago(130 * second) },
      shownText: 'This tip is still public: its two minutes were over before the withdrawal',
    },
    {
      because: 'a game has kicked off',
      values: { options: [open, leg({ fixtureId: 'b', startDateOfGame: ago(second) })] },
      shownText: 'This tip is still public: a game kicked off before the withdrawal could be sent.',
    },
  ])('says that $because, and can be discarded alone', async ({ values, shownText }) => {
    const phone = await aPhoneWithATip(values);
    await phone.store.operations.add(row(withdrawal));
    const screen = await aScreen(<SavedTips />, phone);

    await screen.shows(shownText);
    expect(screen.text()).toContain('Not withdrawn');
    await screen.presses('Keep the tip');

    await screen.hides('Not withdrawn');
    expect(screen.text()).toContain('Arsenal – Chelsea');
    await screen.until(async () => (await screen.pending()).length === 0, 'nothing is pending');
  });

  test('may have arrived in time if it was sent, and says so', async () => {
    const phone = await aPhoneWithATip({ creationTime: ago(130 * second) });
    await phone.store.operations.add(row({ ...withdrawal, state: 'unknown', sentEver: true }));

    const screen = await aScreen(<SavedTips />, phone);

    await screen.shows('The withdrawal was sent, and its answer has not been seen yet.');
    expect(screen.names('button')).not.toContain('Keep the tip');
  });
});

describe('a refused withdrawal', () => {
  const refused = (code: ProblemCode) =>
    row({ ...withdrawal, state: 'rejected', sentEver: true, problem: problem(code) });

  test.each([
    { code: 'already-booked', shownText: 'This ticket has already been booked.' },
    { code: 'already-confirmed', shownText: 'This ticket has already been confirmed.' },
  ] as const)('as $code says that the tip is still public, and OK keeps it', async (sample) => {
    const phone = await aPhoneWithATip();
    await phone.store.operations.add(refused(sample.code));
    const screen = await aScreen(<SavedTips />, phone);

    await screen.shows(sample.shownText);
    expect(screen.text()).toContain('It is still public.');
    expect(screen.names('button')).not.toContain('Discard');
    await screen.presses('OK');

    await screen.hides(sample.shownText);
    expect(screen.text()).toContain('Arsenal – Chelsea');
    await screen.until(async () => (await screen.pending()).length === 0, 'nothing is pending');
    expect(screen.toasts).toEqual([]);
  });

  test('is not described as an unposted tip in the details', async () => {
    const phone = await aPhoneWithATip();
    await phone.store.operations.add(refused('too-late-to-withdraw'));
    const screen = await aScreen(<SavedTips />, phone);

    await screen.presses(/1 game/);

    const details = await screen.dialog('Ticket Details');
    await expect.poll(() => details.textContent).toContain('It is still public.');
    expect(details.textContent).not.toContain('not posted yet');
  });

  test('can be retried in time if that can help', async () => {
    const phone = await aPhoneWithATip();
    await phone.store.operations.add(refused('rate-limited'));
    const screen = await aScreen(<SavedTips />, phone);

    await screen.presses('Try now');

    await screen.shows('Withdrawal waiting');
    expect(await screen.pending()).toMatchObject([{ kind: 'tip.withdraw', state: 'pending' }]);
  });

  test('is not described as unsent on the sync page, and the tip stays', async () => {
    const phone = await aPhoneWithATip();
    await phone.store.operations.add(refused('too-late-to-withdraw'));
    const screen = await aScreen(<SyncPage />, phone);

    await screen.shows('1 problem');
    await screen.shows('It is still public.');
    expect(screen.text()).not.toContain('not sent yet');
    expect(screen.names('button')).not.toContain('Discard');
    await screen.presses('OK');

    await screen.shows('Everything you did has arrived.');
  });
});

describe('a tip whose first attempt has failed', () => {
  async function aPhoneWithASentTip(): Promise<Phone> {
    const phone = await aPhoneWithAnUnsentTip();
    const sent = { method: 'POST', path: '/api/tips', body: '{}' };
    await phone.store.operations
      .toCollection()
      .modify({ state: 'unknown', sentEver: true, attempts: 1, sent });
    return phone;
  }

  test('can be withdrawn, and its card says that the withdrawal follows the post', async () => {
    const phone = await aPhoneWithASentTip();
    const [post] = await phone.store.operations.toArray();
    const screen = await aScreen(<SavedTips />, phone);

    await withdraws(screen);

    await screen.shows('This tip may have been posted. Its withdrawal is sent right behind it.');
    expect(await screen.pending()).toMatchObject([
      { ...post, kind: 'tip.post' },
      { kind: 'tip.withdraw', payload: { tipId: post?.id }, state: 'pending' },
    ]);
    await screen.presses('Keep the tip');
    await screen.until(async () => (await screen.pending()).length === 1, 'only the post');
  });

  test('can be corrected, and the corrected tip waits for that withdrawal', async () => {
    const phone = await aPhoneWithASentTip();
    const screen = await aScreen(<SavedTips />, phone);

    await corrects(screen);

    await screen.until(() => screen.path() === '/tips/create', 'the slip');
    const [post, withdrawal] = await screen.pending();
    expect(post).toMatchObject({ kind: 'tip.post', state: 'unknown' });
    expect(withdrawal).not.toHaveProperty('baseVersion');
    const draft = parseSlip((await phone.store.documents.get('slip'))?.value);
    expect(draft).toMatchObject({
      slip: [{ game: 'Arsenal Vs Chelsea' }],
      after: [post?.id],
    });
  });

  test('can be withdrawn once on the sync page as well', async () => {
    const screen = await aScreen(<OperationList />, await aPhoneWithASentTip());

    await screen.presses('Withdraw');

    await screen.shows('Withdrawal waiting');
    expect(screen.names('button').join()).not.toContain('Withdraw');
  });

  test('reports a withdrawal on the sync page that could not be stored', async () => {
    const phone = await aPhoneWithASentTip();
    const screen = await aScreen(<OperationList />, phone);
    phone.store.operations.hook('creating', () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    });

    await screen.presses('Withdraw');

    await screen.until(() => screen.toasts.length > 0, 'the message');
    expect(screen.toasts[0]?.title).toBe('Not saved');
  });
});

describe('an unsent tip', () => {
  test('returns to the slip to be corrected, and is not sent', async () => {
    const phone = await aPhoneWithAnUnsentTip();
    const screen = await aScreen(<SavedTips />, phone);

    await corrects(screen);

    await screen.until(() => screen.path() === '/tips/create', 'the slip');
    const draft = parseSlip((await phone.store.documents.get('slip'))?.value);
    expect(draft).toMatchObject({ slip: [{ game: 'Arsenal Vs Chelsea' }], stake: 4, after: [] });
    expect(await screen.pending()).toEqual([]);
  });

  test('keeps its booking when the choice for started games is changed', async () => {
    const phone = await aPhoneWithAnUnsentTip();
    const [unsent] = await phone.store.operations.toArray();
    const id = unsent?.id ?? '';
    const other = leg({ fixtureId: 'b', startDateOfGame: soon });
    const payload = operationsByKind['tip.post'].payload.parse(unsent?.payload);
    const options = [...payload.options, { ...payload.options[0], fixtureId: other.fixtureId }];
    await phone.store.operations.toCollection().modify({ payload: { ...payload, options } });
    const { seq: _, ...booking } = row({ payload: { tipId: id } });
    await phone.store.operations.add({ ...booking, id: createId() });
    const { BookedTips } = await import('#client/features/my-tips/booked-tips.tsx');
    const screen = await aScreen(<BookedTips />, phone);

    await screen.presses('Change to: Drop started games');

    await screen.shows('If a game has kicked off: Drop started games');
    const [posted, booked] = await screen.pending();
    expect(booked).toMatchObject({ kind: 'tip.book', payload: { tipId: posted?.id } });
  });
});

const stays = 'This copy stays in your tickets: its two minutes were over before the withdrawal';
const tooLate = { state: 'rejected', sentEver: true, problem: problem('too-late-to-withdraw') };

test.each<{ when: string; values?: Partial<Tip>; changed?: object; shownText: string }>([
  {
    when: 'waiting',
    shownText: 'This copy stays in your tickets until its withdrawal has reached us.',
  },
  { when: 'late', values: { creationTime: ago(130 * second) }, shownText: stays },
  {
    when: 'refused',
    changed: tooLate,
    shownText: 'and no kick-off in between. It stays in your tickets.',
  },
])('the withdrawal of a copy is not described as that of a public tip: $when', async (sample) => {
  const phone = await aPhoneWithATip({ copiedFrom: createId(), ...sample.values });
  await phone.store.operations.add(row({ ...withdrawal, ...sample.changed }));

  const screen = await aScreen(<SavedTips />, phone);

  await screen.shows(sample.shownText);
  expect(screen.text()).not.toMatch(/public|Everybody/);
});
