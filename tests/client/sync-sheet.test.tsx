// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import type { OperationRow } from '#sync/outbox-store.ts';
import { leg, problem, row, ticket, tip, tipsterId } from '../sync/support/samples.ts';
import { ticketRow } from '#sync/member-store.ts';
import { aPhone, aScreen, patiently, type Phone } from './support/a-screen.tsx';

async function aPhoneThatOwes(...rows: Partial<OperationRow>[]): Promise<Phone> {
  const phone = aPhone();
  await phone.outbox.operations.bulkAdd(
    rows.map((values, index) => row({ seq: index + 1, ...values })),
  );
  return phone;
}

const follow = {
  kind: 'follow.set',
  lane: `follow:${tipsterId}`,
  payload: { tipsterId, following: true },
};

describe('what is on this phone', () => {
  test('is nothing when everything has arrived', async () => {
    const screen = await aScreen(<OperationList />, aPhone());

    await expect
      .poll(screen.text, patiently)
      .toContain('Everything you did has arrived. Nothing waits on this phone.');
  });

  const inTenSeconds = () => Date.now() + 10_500;

  test.each<{ when: string; given: Partial<OperationRow>; words: string; reason: string }>([
    {
      when: 'waits for a line',
      given: {},
      words: 'Saved on this phone',
      reason: 'It is sent when there is a line.',
    },
    {
      when: 'waits for its next try',
      given: { attempts: 1, nextAt: inTenSeconds() },
      words: 'Saved on this phone',
      reason: 'Next try in',
    },
    {
      when: 'has to wait because the server says so',
      given: { attempts: 1, notBefore: inTenSeconds() },
      words: 'Saved on this phone',
      reason: 'Next try in',
    },
    { when: 'is being sent', given: { state: 'sending' }, words: 'Sending', reason: 'On its way.' },
    {
      when: 'may have arrived',
      given: { state: 'unknown', attempts: 1, sentEver: true },
      words: 'Saved on this phone',
      reason: 'The answer has not been seen yet. It is sent again, safely.',
    },
    {
      when: 'needs a login',
      given: { state: 'blocked', blockedBy: 'auth' },
      words: 'Saved on this phone',
      reason: 'Sign in, then this goes out by itself.',
    },
    {
      when: 'needs a verified email',
      given: { state: 'blocked', blockedBy: 'unverified' },
      words: 'Saved on this phone',
      reason: 'Verify your email, then this goes out by itself.',
    },
    {
      when: 'needs a newer app',
      given: { state: 'blocked', blockedBy: 'update' },
      words: 'Saved on this phone',
      reason: 'A newer version of the app sends this.',
    },
    {
      when: 'may have been taken by a backend that does not say',
      given: { state: 'blocked', blockedBy: 'person' },
      words: 'Needs you',
      reason: 'It may have been sent already',
    },
    {
      when: 'was refused',
      given: { state: 'rejected', problem: problem('ticket-expired') },
      words: 'Needs you',
      reason: 'This ticket has expired: its first game has kicked off.',
    },
    {
      when: 'met a change of somebody else',
      given: { state: 'conflict', problem: problem('stale-version') },
      words: 'Needs you',
      reason: 'Somebody changed this ticket meanwhile. Look at it again.',
    },
    {
      when: 'has arrived',
      given: { state: 'acked', ack: { status: 200, at: Date.now() } },
      words: 'Posted',
      reason: 'Received',
    },
  ])('says "$words" when it $when', async ({ given, words, reason }) => {
    const screen = await aScreen(<OperationList />, await aPhoneThatOwes(given));

    await screen.says(words);
    await expect.poll(screen.text, patiently).toContain(reason);
  });

  test('offers no second tip in the place of one that may have arrived', async () => {
    const phone = await aPhoneThatOwes({
      kind: 'tip.post',
      payload: tip(),
      state: 'unknown',
      attempts: 99,
      sentEver: true,
      problem: { code: 'internal', message: 'Something went wrong on our side.', status: 500 },
    });
    const screen = await aScreen(<OperationList />, phone);

    await screen.presses('Discard');

    await screen.says('The server may have it already. It is only taken off this phone.');
    expect(screen.text()).not.toContain('Edit and post again');
  });

  test.each<{ given: Partial<OperationRow>; title: string }>([
    { given: { kind: 'tip.post', payload: tip() }, title: 'Tip: Arsenal Vs Chelsea' },
    {
      given: { kind: 'tip.post', payload: tip({ options: [...tip().options, ...tip().options] }) },
      title: 'Tip: Arsenal Vs Chelsea + 1',
    },
    { given: {}, title: 'Book ticket, 1 game' },
    { given: follow, title: 'Follow Luís Marques' },
    {
      given: { ...follow, payload: { tipsterId, following: false } },
      title: 'Unfollow Luís Marques',
    },
    { given: { kind: 'ticket.confirm' }, title: 'Confirm Ticket' },
    { given: { kind: 'something.newer' }, title: 'Something you changed' },
  ])('is called "$title"', async ({ given, title }) => {
    const phone = await aPhoneThatOwes(given);
    await phone.store.tickets.put(ticketRow(ticket({ options: [leg()] })));
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
    const screen = await aScreen(<OperationList />, phone);

    await expect.poll(screen.text, patiently).toContain(title);
  });

  test('puts what needs its person first', async () => {
    const refused = { ...follow, state: 'rejected', problem: problem('own-follow') } as const;
    const screen = await aScreen(<OperationList />, await aPhoneThatOwes({}, refused));

    await screen.says('You cannot follow yourself.');

    expect(screen.text()).toMatch(/Needs you.*Saved on this phone/);
  });

  test('is tried at once when asked to', async () => {
    const later = Date.now() + 60_000;
    const screen = await aScreen(
      <OperationList />,
      await aPhoneThatOwes({ attempts: 3, nextAt: later }),
    );

    await screen.presses('Try now');

    await expect.poll(screen.owes, patiently).toMatchObject([{ nextAt: 0 }]);
  });

  test('is discarded only after a question', async () => {
    const screen = await aScreen(<OperationList />, await aPhoneThatOwes(follow));

    await screen.presses('Discard');
    await screen.says('What you did is not sent. Everything stays as it was before.');
    expect(await screen.owes()).toHaveLength(1);
    await screen.presses('Discard');

    await screen.says('Everything you did has arrived.');
  });

  test('cannot be discarded once it may have arrived', async () => {
    const sent = { state: 'unknown', attempts: 1, sentEver: true } as const;
    const screen = await aScreen(<OperationList />, await aPhoneThatOwes(sent));

    await screen.says('The answer has not been seen yet.');

    expect(screen.names('button')).toEqual(['Try now']);
  });
});
