import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import { DeskConflicts } from '#client/features/desk/desk-conflicts.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import {
  correcting,
  fixture,
  pricing,
  result,
  selection,
  settling,
} from '../../../testing/engine/desk-samples.ts';
import { leg, problem, row, serverTip, tipId } from '../../../testing/engine/samples.ts';
import { aPhoneWithPending } from '../../../testing/components/a-phone-with-pending.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk } from '../../../testing/components/desk.ts';
import { played, settling as settlingDesk } from '../../../testing/components/settling.tsx';

describe('a conflict with another administrator about a ticket', () => {
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
      shownText: /Theirs.*Yours.*Arsenal – Chelsea2\.102\.60/,
    },
    {
      kind: 'leg.settle',
      payload: { ...about, change: { ...named, result: 'won' } },
      shownText: /Theirs.*Yours.*Arsenal – ChelseaLostWon/,
    },
  ])('shows both values for $kind', async ({ kind, payload, shownText }) => {
    const phone = await aPhoneWithPending({ ...stale, kind, payload });
    const screen = await aScreen(<OperationList />, phone);

    await screen.button('Keep theirs');
    expect(screen.text()).toMatch(shownText);
    await screen.presses('Set mine');

    await screen.until(
      async () => (await screen.pending())[0]?.state === 'pending',
      'it goes again',
    );
    expect(await screen.pending()).toMatchObject([{ kind, payload, baseVersion: 7 }]);
  });

  test('is discarded if the administrator keeps the other value', async () => {
    const payload = { ...about, changes: [{ ...named, odd: 2.6 }] };
    const phone = await aPhoneWithPending({ ...stale, kind: 'odds.set', payload });
    const screen = await aScreen(<OperationList />, phone);

    await screen.presses('Keep theirs');

    await expect.poll(screen.pending).toEqual([]);
  });

  test('is shown before a ticket is confirmed in its current state', async () => {
    const phone = await aPhoneWithPending({
      ...stale,
      kind: 'tip.confirm',
      payload: { tipId },
    });
    const screen = await aScreen(<OperationList />, phone);

    await screen.shows('Arsenal – Chelsea');
    expect(screen.names('[role=img]')).toContain('Lost');
    await screen.presses('Confirm it as it is now');

    await screen.until(
      async () => (await screen.pending())[0]?.state === 'pending',
      'it goes again',
    );
    expect(await screen.pending()).toMatchObject([{ baseVersion: 7 }]);
  });
});

describe('a conflict with another administrator about a game', () => {
  const stale = (values: Partial<DeskFixture>) =>
    ({
      state: 'conflict',
      sentEver: true,
      problem: problem('stale-version', {
        fixture: fixture({ version: 5, ...values }),
        by: 'Bisi Ade',
        at: '2026-03-01T11:58:00.000Z',
      }),
    }) as const;
  const nilNil = { status: 'played', score: { fullTime: [0, 0] as [number, number] } } as const;

  test.each([
    {
      what: 'a result',
      change: { ...result(), ...stale(nilNil) },
      shownText: /GameBisi AdeYoursArsenal – Chelsea0–02–1/,
    },
    {
      what: 'a result with another half-time and first goal',
      change: {
        ...result({ halfTime: [1, 1], firstGoal: 'home' }),
        ...stale({
          status: 'played',
          score: { halfTime: [0, 1], fullTime: [2, 1] },
          firstGoal: 'away',
        }),
      },
      shownText:
        /Arsenal – Chelsea2–1 \(0–1\), first goal: Chelsea2–1 \(1–1\), first goal: Arsenal/,
    },
    {
      what: 'a price, for tickets that have several',
      change: {
        ...pricing(1.8, 2),
        ...stale({ kickOff: '2036-03-01T08:00:00.000Z', selections: [selection({ odd: 0 })] }),
      },
      shownText: /Arsenal to windifferent odds1\.80/,
    },
    {
      what: 'a price that some tickets have',
      change: {
        ...pricing(1.8, 2),
        ...stale({
          kickOff: '2036-03-01T08:00:00.000Z',
          selections: [selection({ odd: 0, knownOdd: 2.2, unpriced: 1 })],
        }),
      },
      shownText: /Arsenal to win2\.201\.80/,
    },
    {
      what: 'a price, for tickets that no longer have one',
      change: {
        ...pricing(1.8, 2),
        ...stale({
          kickOff: '2036-03-01T08:00:00.000Z',
          selections: [selection({ odd: 0, unpriced: 3, void: 1, pending: 3 })],
        }),
      },
      shownText: /Arsenal to winprice later1\.80/,
    },
    {
      what: 'prices',
      change: {
        ...pricing(1.8, 2),
        ...stale({ kickOff: '2036-03-01T08:00:00.000Z' }),
      },
      shownText: /GameBisi AdeYoursArsenal to win2\.501\.80/,
    },
    {
      what: 'a decision',
      change: {
        ...settling({ results: [{ oddsId: 1, result: 'won', reason: 'Seen' }] }),
        ...stale({ ...nilNil, selections: [selection({ pending: 0, void: 4 })] }),
      },
      shownText: /GameBisi AdeYoursThe rulesArsenal to winVoidWonLost/,
    },
    {
      what: 'a correction',
      change: { ...correcting(), ...stale(nilNil) },
      shownText: /GameBisi AdeYoursThe rulesArsenal to winLostLost/,
    },
  ])('shows $what with name and time of the other change', async ({ change, shownText }) => {
    const phone = await aPhoneWithPending(change);
    const screen = await aScreen(<OperationList />, phone);

    await screen.button('Keep theirs');
    expect(screen.text()).toContain('Somebody changed this game meanwhile.');
    expect(screen.text()).toContain('Changed by Bisi Ade, Mar 1, 2026');
    expect(screen.text()).toMatch(shownText);
    await screen.presses('Set mine');

    await screen.until(
      async () => (await screen.pending())[0]?.state === 'pending',
      'it goes again',
    );
    expect(await screen.pending()).toMatchObject([{ baseVersion: 5 }]);
  });

  test.each([
    {
      what: 'a decision that now contradicts the rules',
      change: { ...settling(), ...stale(nilNil) },
    },
    {
      what: 'prices of a game that has kicked off',
      change: { ...pricing(1.8, 2), ...stale({}) },
    },
    {
      what: 'the end of a postponed game',
      change: { ...result(), ...stale({ kickOff: '2036-03-01T08:00:00.000Z' }) },
    },
  ])('offers no button to set $what, which would fail', async ({ change }) => {
    const phone = await aPhoneWithPending(change);
    const screen = await aScreen(<OperationList />, phone);

    await screen.shows('Yours cannot be set any more as it was.');
    expect(screen.names('button')).not.toContain('Set mine');
    await screen.presses('Keep theirs');

    await expect.poll(screen.pending).toEqual([]);
  });

  test('is shown on the pages of the desk, too', async () => {
    const phone = await aPhoneWithPending({ ...result(), ...stale(nilNil) });
    const screen = await aScreen(<DeskConflicts />, phone);

    await screen.shows('Changed by Bisi Ade');
    await screen.presses('Keep theirs');
    await expect.poll(screen.pending).toEqual([]);
  });

  test('is described as a change of the game, not of a ticket, on the settlement page', async () => {
    const phone = await aPhoneWithDesk([played()]);
    await phone.store.operations.put(row({ ...result(), ...stale(nilNil) }));
    const screen = await settlingDesk(phone);

    await screen.shows('Somebody changed this game meanwhile. Look at both.');
    expect(screen.text()).not.toContain('this ticket meanwhile');
  });
});
