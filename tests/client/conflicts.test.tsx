// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { leg, problem, serverTip, tipId } from '../sync/support/samples.ts';
import { aPhoneWithPending } from './support/a-phone-with-pending.ts';
import { aScreen, patiently } from './support/a-screen.tsx';

describe('what somebody else has changed meanwhile', () => {
  const theirs = serverTip({ version: 7, options: [leg({ odd: 2.1, result: 'lost' })] });
  const about = { tipId, legs: [leg()] };
  const named = { fixtureId: leg().fixtureId, game: leg().game };
  const stale = {
    state: 'conflict',
    sentEver: true,
    baseVersion: 1,
    problem: problem('stale-version', { tip: theirs }),
  } as const;

  test.each([
    {
      kind: 'odds.set',
      payload: { ...about, changes: [{ ...named, odd: 2.6 }] },
      says: /Theirs.*Yours.*Arsenal – Chelsea2\.102\.60/,
    },
    {
      kind: 'leg.settle',
      payload: { ...about, change: { ...named, result: 'won' } },
      says: /Theirs.*Yours.*Arsenal – ChelseaLostWon/,
    },
  ])('stands beside what was wanted of $kind', async ({ kind, payload, says }) => {
    const phone = await aPhoneWithPending({ ...stale, kind, payload });
    const screen = await aScreen(<OperationList />, phone);

    await screen.button('Keep theirs');
    expect(screen.text()).toMatch(says);
    await screen.presses('Set mine');

    await screen.until(
      async () => (await screen.pending())[0]?.state === 'pending',
      'it goes again',
    );
    expect(await screen.pending()).toMatchObject([{ kind, payload, baseVersion: 7 }]);
  });

  test('holds when its person keeps it', async () => {
    const payload = { ...about, changes: [{ ...named, odd: 2.6 }] };
    const phone = await aPhoneWithPending({ ...stale, kind: 'odds.set', payload });
    const screen = await aScreen(<OperationList />, phone);

    await screen.presses('Keep theirs');

    await expect.poll(screen.pending, patiently).toEqual([]);
  });

  test('is shown before a ticket is confirmed again', async () => {
    const phone = await aPhoneWithPending({
      ...stale,
      kind: 'tip.confirm',
      payload: { tipId },
    });
    const screen = await aScreen(<OperationList />, phone);

    await screen.says('Arsenal – Chelsea');
    expect(screen.names('[role=img]')).toContain('Lost');
    await screen.presses('Confirm it as it is now');

    await screen.until(
      async () => (await screen.pending())[0]?.state === 'pending',
      'it goes again',
    );
    expect(await screen.pending()).toMatchObject([{ baseVersion: 7 }]);
  });
});
