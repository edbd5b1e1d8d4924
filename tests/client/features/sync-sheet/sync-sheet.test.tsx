import { describe, expect, test } from 'vitest';
import { SyncPage } from '#client/features/sync-sheet/sync-page.tsx';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { settling } from '../../../testing/engine/desk-samples.ts';
import {
  leg,
  problem,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { aPhoneWithPending } from '../../../testing/components/a-phone-with-pending.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { savedFiles } from '../../../testing/components/saved-files.ts';

const follow = {
  kind: 'follow.set',
  payload: { tipsterId, following: true },
};

const withdrawal = { kind: 'tip.withdraw', payload: { tipId } };
const corrected = { kind: 'tip.post', payload: tipPayload({ after: [tipId] }) };

test('a withdrawal is named by the games of its tip, also in operations that wait for it', async () => {
  const phone = await aPhoneWithPending(
    { ...withdrawal, id: 'withdrawal', state: 'rejected' },
    { ...corrected, seq: 2 },
  );
  await phone.store.tips.put(toTipRow(serverTip({ options: [leg(), leg({ fixtureId: '2' })] })));

  const screen = await aScreen(<SyncPage />, phone);

  await screen.shows('Withdraw: Arsenal – Chelsea + 1');
  await expect.poll(screen.text).toContain('Waits for “Withdraw: Arsenal – Chelsea + 1”.');
  expect(screen.text()).toMatch(/Waiting for this: .*Arsenal/);
});

test('undone decisions have a title of their own', async () => {
  const results = [{ oddsId: 1, result: 'pending' as const }];
  const phone = await aPhoneWithPending({ ...settling({ results }), state: 'rejected' });

  const screen = await aScreen(<SyncPage />, phone);

  await screen.shows('Take back decisions: Arsenal – Chelsea');
  expect(screen.text()).not.toContain('Settle: ');
});

describe('an unsent operation on this phone', () => {
  test('is absent when everything has arrived', async () => {
    const screen = await aScreen(<SyncPage />, aPhone());

    await expect.poll(screen.text).toContain('Everything you did has arrived.');
  });

  const inTenMinutes = () => Date.now() + 10 * 60_000;

  test.each<{ when: string; values: Partial<OperationRow>; words: string; reason: string }>([
    {
      when: 'waits for a connection',
      values: {},
      words: 'Saved on this phone',
      reason: 'Will be sent when you are online.',
    },
    {
      when: 'waits for its next try',
      values: { attempts: 1, nextAt: inTenMinutes() },
      words: 'Saved on this phone',
      reason: 'Next try in',
    },
    {
      when: 'waits because the server requested it',
      values: { attempts: 1, notBefore: inTenMinutes() },
      words: 'Saved on this phone',
      reason: 'Next try in',
    },
    {
      when: 'is being sent',
      values: { state: 'sending' },
      words: 'Sending',
      reason: 'On its way.',
    },
    {
      when: 'may have arrived',
      values: { state: 'unknown', attempts: 1, sentEver: true },
      words: 'Saved on this phone',
      reason: 'No answer yet. It is sent again, safely.',
    },
    {
      when: 'needs a login',
      values: { state: 'blocked', blockedBy: 'auth' },
      words: 'Saved on this phone',
      reason: 'Log in, then this is sent.',
    },
    {
      when: 'needs a verified email',
      values: { state: 'blocked', blockedBy: 'unverified' },
      words: 'Saved on this phone',
      reason: 'Verify your email, then this is sent.',
    },
    {
      when: 'needs a newer app',
      values: { state: 'blocked', blockedBy: 'update' },
      words: 'Saved on this phone',
      reason: 'Reload the page: a newer version sends this.',
    },
    {
      when: 'may have been accepted by a spec-only backend',
      values: { state: 'blocked', blockedBy: 'person' },
      words: 'Waiting for your decision',
      reason: 'It may have been sent already',
    },
    {
      when: 'was refused',
      values: { state: 'rejected', problem: problem('tip-expired') },
      words: 'Waiting for your decision',
      reason: 'This ticket has expired: its first game has kicked off.',
    },
    {
      when: 'conflicts with a change of another person',
      values: { state: 'conflict', problem: problem('stale-version') },
      words: 'Waiting for your decision',
      reason: 'Somebody changed this ticket meanwhile. Look at it again.',
    },
    {
      when: 'has failed eight times',
      values: {
        state: 'unknown',
        sentEver: true,
        attempts: 8,
        nextAt: inTenMinutes(),
        problem: problem('internal'),
      },
      words: 'Waiting for your decision',
      reason: 'Something went wrong on our side. Nothing was changed. Next try in',
    },
    {
      when: 'is unreadable for every build',
      values: { payload: 'half a row' },
      words: 'Waiting for your decision',
      reason: 'This can no longer be read. Keep it as a file, or discard it.',
    },
    {
      when: 'has arrived',
      values: { state: 'acked', ack: { status: 200, at: Date.now() } },
      words: 'Posted',
      reason: 'Received',
    },
    {
      when: 'is a withdrawal that has arrived',
      values: { kind: 'tip.withdraw', state: 'acked', ack: { status: 200, at: Date.now() } },
      words: 'Withdrawn',
      reason: 'Received',
    },
  ])('says "$words" when it $when', async ({ values, words, reason }) => {
    const screen = await aScreen(<SyncPage />, await aPhoneWithPending(values));

    await screen.shows(words);
    await expect.poll(screen.text).toContain(reason);
  });

  test.each<{ values: Partial<OperationRow>; title: string }>([
    {
      values: { kind: 'tip.post', payload: tipPayload() },
      title: 'Tip, 1 gameSaved on this phoneArsenal – Chelsea',
    },
    {
      values: {
        kind: 'tip.post',
        payload: tipPayload({ options: [...tipPayload().options, ...tipPayload().options] }),
      },
      title: 'Tip, 2 gamesSaved on this phoneArsenal – Chelsea + 1',
    },
    { values: {}, title: 'Book ticket, 1 game · Arsenal – Chelsea (Arsenal to win)' },
    { values: follow, title: 'Follow Luís Marques' },
    {
      values: { ...follow, payload: { tipsterId, following: false } },
      title: 'Unfollow Luís Marques',
    },
    { values: { kind: 'tip.confirm' }, title: 'Confirm Ticket' },
    { values: { kind: 'something.newer' }, title: 'Something you changed' },
  ])('has the title "$title"', async ({ values, title }) => {
    const phone = await aPhoneWithPending(values);
    await phone.store.tips.put(toTipRow(serverTip({ options: [leg()] })));
    await phone.publicStore.tipsters.put({
      id: tipsterId,
      firstName: 'Luís',
      lastName: 'Marques',
      picture: null,
      country: 'PT',
      state: '',
      address: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      isTipster: true,
      followers: 0,
      record: { settled: 0, won: 0, lost: 0, flatProfit: 0 },
      tips: [],
    });
    const screen = await aScreen(<SyncPage />, phone);

    await expect.poll(screen.text).toContain(title);
  });

  test('is counted in one summary, and operations that need the person are first', async () => {
    const refused = { ...follow, state: 'rejected', problem: problem('own-follow') } as const;
    const saved = { kind: 'tip.confirm', subjects: ['tip:other'] };
    const screen = await aScreen(<SyncPage />, await aPhoneWithPending({}, refused, saved));

    await screen.shows('1 problem, 2 saved. Will be sent when you are online.');

    expect(screen.text().match(/Will be sent/g)).toHaveLength(1);
    expect(screen.text()).toMatch(
      /Waiting for your decision.*You cannot follow yourself.*Book ticket.*Saved on this phone/,
    );
  });

  test('counts as a problem if it needs a newer app, as in the chip, and is then first', async () => {
    const outdated = { ...follow, state: 'blocked', blockedBy: 'update' } as const;
    const screen = await aScreen(<SyncPage />, await aPhoneWithPending({}, outdated));

    await screen.shows('1 problem, 1 saved. Will be sent when you are online.');

    expect(screen.text()).toMatch(/Reload the page: a newer version sends this.*Book ticket/);
  });

  test('is retried at once on demand', async () => {
    const later = Date.now() + 60_000;
    const screen = await aScreen(
      <SyncPage />,
      await aPhoneWithPending({ attempts: 3, nextAt: later }),
    );

    await screen.presses('Try now');

    await expect.poll(screen.pending).toMatchObject([{ nextAt: 0 }]);
  });

  test('is discarded at once, and restored unchanged by Undo', async () => {
    const screen = await aScreen(<SyncPage />, await aPhoneWithPending(follow));
    const before = await screen.pending();

    await screen.presses('Discard');
    await screen.shows('Everything you did has arrived.');
    await screen.until(() => screen.toasts.length > 0, 'a message');
    const [discarded] = screen.toasts;
    expect(discarded).toMatchObject({ title: 'Discarded', undo: expect.any(Function) });
    discarded?.undo?.();

    expect(await screen.queued()).toEqual(before);
  });

  test('cannot be discarded once it may have arrived', async () => {
    const sent = { state: 'unknown', attempts: 1, sentEver: true } as const;
    const screen = await aScreen(<SyncPage />, await aPhoneWithPending(sent));

    await screen.shows('No answer yet.');

    expect(screen.names('button')).not.toContain('Discard');
  });
});

describe('an operation that must not overtake another one', () => {
  test.each<{ when: string; rows: Partial<OperationRow>[]; shown: string }>([
    {
      when: 'the earlier operation on the same subject',
      rows: [{}, { kind: 'tip.confirm' }],
      shown: 'Waits for “Book ticket”.',
    },
    {
      when: 'the operation that it follows',
      rows: [withdrawal, corrected],
      shown: 'Waits for “Withdraw a tip”.',
    },
  ])('names $when', async ({ rows, shown }) => {
    const screen = await aScreen(<SyncPage />, await aPhoneWithPending(...rows));

    await expect.poll(screen.text).toContain(shown);
  });

  test('is sent once the refused operation is discarded', async () => {
    const phone = await aPhoneWithPending(
      { ...withdrawal, state: 'rejected', problem: problem('too-late-to-withdraw') },
      corrected,
    );
    const screen = await aScreen(<SyncPage />, phone);

    await screen.shows('Decide on that first. If you discard it, this is still sent.');
    const [card] = document.querySelectorAll('article');
    card?.querySelector('button')?.click();

    await screen.hides('Waits for');
    expect(await screen.pending()).toMatchObject([{ kind: 'tip.post' }]);
  });
});

test('a wait that the server requested is shown, and a tap does not shorten it', async () => {
  const notBefore = Date.now() + 5 * 60_000 + 25_000;
  const screen = await aScreen(<SyncPage />, await aPhoneWithPending({ attempts: 1, notBefore }));

  await screen.shows('The server asked to wait. Next try in 5 min.');
  await screen.presses('Try now');

  await screen.shows('The server asked to wait until');
  expect(await screen.pending()).toMatchObject([{ notBefore }]);
});

test('the exported file contains all operations, or one unreadable operation', async () => {
  const files = savedFiles();
  const unreadable = { ...follow, payload: { from: 'another age' } };
  const screen = await aScreen(<SyncPage />, await aPhoneWithPending({}, unreadable));

  await screen.presses('Save as a file');
  await screen.until(() => files.length === 1, 'a file');
  await screen.presses('Save all as a file');
  await screen.until(() => files.length === 2, 'another file');

  const [one = '', all = ''] = await Promise.all(files.map(async (file) => file.text()));
  expect([one, all].map((text) => text.includes('another age'))).toEqual([true, true]);
  expect([one, all].map((text) => text.includes('tip.book'))).toEqual([false, true]);
});
