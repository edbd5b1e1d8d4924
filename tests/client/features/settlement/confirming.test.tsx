import { describe, expect, test } from 'vitest';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { MemberRowsContext } from '#client/data/member-row-queries.ts';
import { ConfirmPanel } from '#client/features/settlement/confirm-panel.tsx';
import { result, settling as settlingOperation } from '../../../testing/engine/desk-samples.ts';
import { leg, memberId, row, tipId } from '../../../testing/engine/samples.ts';
import { aScreen, type Phone, type Screen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk } from '../../../testing/components/desk.ts';
import { settling } from '../../../testing/components/settling.tsx';
import {
  soon,
  theirs,
  confirming,
  openDecision,
  twoOne,
  onDesk,
} from '../../../testing/components/confirming.tsx';

describe('the known result when a leg is decided', () => {
  test('is the unsent result that was entered on this phone', async () => {
    const entered = result({ fullTime: [0, 1] });
    const { screen, dialog } = await openDecision({}, [onDesk()], [entered]);

    await screen.shows('The score says: lost');
    await screen.presses('ACCEPT');
    await screen.shows('Reason is required');
    expect(dialog.textContent).toContain('0–1');
    expect(await screen.pending()).toHaveLength(1);
  });

  test('does not exist if neither the ticket nor the desk has one', async () => {
    const { screen, dialog } = await openDecision({});

    await screen.shows('No result is known yet, so the rules propose nothing.');
    expect(dialog.textContent).not.toContain('0–0');
  });
});

describe('confirming a ticket', () => {
  const copy = { copiedFrom: memberId, options: [leg({ result: 'lost', odd: 0 })] };

  test('proposes the result by the score, and stores the reason with the decision', async () => {
    const { screen } = await openDecision(twoOne);

    await screen.shows('Needs a home win. It ended 2–1.');
    await screen.presses('ACCEPT');

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'leg.settle',
        payload: {
          change: { result: 'won', fact: { code: 'ended', fullTime: { home: 2, away: 1 } } },
        },
      },
    ]);
  });

  test('explains that won and lost need the final whistle, and allows void with a reason', async () => {
    const screen = await confirming(theirs());

    await screen.presses(/Arsenal – Chelsea/);
    await screen.shows('the whistle that decides it has not gone');
    expect((await screen.button('ACCEPT')).hasAttribute('disabled')).toBe(true);
    expect((await screen.button('DECLINE')).hasAttribute('disabled')).toBe(true);
    await screen.presses('Void');
    await screen.shows('Reason is required');
    await screen.types('Reason', 'The stand is closed.');
    await screen.presses('Void');

    expect(await screen.queued()).toMatchObject([
      { payload: { change: { result: 'void', reason: 'The stand is closed.' } } },
    ]);
  });

  test.each([
    {
      what: 'a game without odds',
      options: [leg({ result: 'lost', odd: 0 }), leg({ result: 'void', odd: 0 })],
      shownText: '1 game has no odds: the ticket counts in the hit rate, and not in units.',
    },
    {
      what: 'a game that has not kicked off',
      options: [
        leg({ result: 'lost', startDateOfGame: soon }),
        leg({ result: 'void', startDateOfGame: soon }),
      ],
      shownText: '1 game has not kicked off yet.',
    },
    // A copied tip counts in no record.
    { what: 'nothing of a copy', ...copy, shownText: undefined },
  ])(
    'shows a warning before the confirmation about $what',
    async ({ shownText, what: _, ...values }) => {
      const screen = await confirming(theirs(values));
      await screen.button('Confirm Ticket');

      const words = 'A confirmation counts in the record at once.';
      expect(screen.text().includes(words)).toBe(shownText !== undefined);
      expect(screen.text()).toContain(shownText ?? '');
    },
  );

  test('is refused while a game is undecided', async () => {
    const screen = await confirming(theirs());

    await screen.presses('Confirm Ticket');

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([
      { title: 'Error Confirming Ticket. Make sure all tip status has been confirmed' },
    ]);
    expect(await screen.pending()).toEqual([]);
  });

  test('shows that the server has confirmed it', async () => {
    const screen = await confirming(theirs({ IsGameSuccessful: true }));

    await screen.shows('This ticket has been confirmed.');
    expect(screen.names('button')).not.toContain('Confirm Ticket');
  });

  test('is queued once every game is decided, and focuses the text that replaces its button', async () => {
    const screen = await confirming(theirs({ options: [leg({ result: 'lost' })] }));
    const confirm = await screen.button('Confirm Ticket');

    confirm.focus();
    confirm.click();

    await screen.shows('Saved on this phone. Sent when you are online.');
    expect(screen.text()).not.toContain('This ticket has been confirmed.');
    expect(await screen.pending()).toMatchObject([{ kind: 'tip.confirm', payload: { tipId } }]);
    expect(document.activeElement?.tagName).toBe('DIV');
    expect(document.activeElement?.textContent).toContain('Saved on this phone.');
  });
});

test.each([
  { what: 'to its games', done: () => settlingOperation() },
  {
    what: 'to many tickets',
    done: (ids: string[]) => ({ kind: 'tips.reopen', payload: { ids } }),
  },
])('a ticket is confirmed without a version after unsent changes $what', async ({ done }) => {
  const ticket = theirs({ options: [leg({ result: 'won' })] });
  const operations = [row({ seq: 1, ...done([ticket.id]) })];
  const rows = { operations, follows: new Map(), profile: null };
  const screen = await aScreen(
    <MemberRowsContext value={{ rows, update: () => undefined }}>
      <ConfirmPanel tip={ticket} />
    </MemberRowsContext>,
    await aPhoneWithDesk([], [ticket]),
  );

  await screen.presses('Confirm Ticket');

  expect(await screen.queued()).toMatchObject([
    { kind: 'tips.confirm', payload: { ids: [ticket.id] } },
  ]);
});

/** Marks the queued operations as sent without a response. */
async function sent({ store }: Phone) {
  await store.operations.toCollection().modify({ state: 'unknown', sentEver: true });
}

describe('an action on a ticket', () => {
  const undo = /^Undo · 10 min/;
  const changes = async (screen: Screen) =>
    (await screen.pending()).map((row) => payloadOfKind(row, 'leg.settle')?.change);

  test('can be undone within ten minutes: a decided leg is pending again', async () => {
    const { screen, phone } = await openDecision(twoOne);
    await screen.presses('ACCEPT');

    await screen.shows('Arsenal – Chelsea: decided, Won');
    await sent(phone);
    await screen.presses(undo);

    await screen.queued(2);
    expect(await changes(screen)).toMatchObject([{ result: 'won' }, { result: 'pending' }]);
    await screen.hides('decided, Won');
    await screen.presses('Confirm Ticket');
    await screen.until(() => screen.toasts.length > 0, 'a game is undecided');
  });

  test('can be undone: the former decision of a person is restored with its reason', async () => {
    const { screen, phone } = await openDecision({ ...twoOne, result: 'lost', reason: 'Seen.' });
    await screen.presses('ACCEPT');
    await screen.shows('decided, Won');
    await sent(phone);
    await screen.presses(undo);

    await screen.queued(2);
    expect(await changes(screen)).toMatchObject([
      { result: 'won' },
      { result: 'lost', reason: 'Seen.' },
    ]);
  });

  test('cannot be undone if it replaced a decision by an earlier result', async () => {
    const fact = { code: 'ended' as const, fullTime: { home: 2, away: 1 } };
    const score = { fullTime: [1, 2] as [number, number] };
    const decided = { result: 'won', fact, reason: 'It ended 2–1.' } as const;
    const { screen, phone } = await openDecision({ ...twoOne, score, ...decided });
    await screen.presses('DECLINE');
    await screen.until(() => screen.names('[role=dialog]').length === 0, 'it is decided');

    const documents = await phone.store.documents.toArray();
    expect(documents.filter(({ name }) => name.includes('acts'))).toEqual([]);
    expect(await changes(screen)).toMatchObject([{ result: 'lost' }]);
    expect(screen.text()).not.toContain('decided, Lost');
  });

  test('cannot be undone after another administrator has replaced it', async () => {
    const { screen, phone } = await openDecision(twoOne);
    await screen.presses('ACCEPT');
    await screen.shows('Arsenal – Chelsea: decided, Won');

    await phone.store.operations.clear();
    await phone.store.adminTips.put(theirs({ options: [leg({ ...twoOne, result: 'void' })] }));

    await screen.hides('decided, Won');
    expect(await screen.pending()).toEqual([]);
  });

  test('is undone before the actions that preceded it: the confirmation before the decision', async () => {
    const { screen, phone } = await openDecision(twoOne);
    await screen.presses('ACCEPT');
    await screen.shows('decided, Won');
    await screen.presses('Confirm Ticket');
    await screen.shows('Confirm 1 ticket');
    expect(screen.text()).not.toContain('decided, Won');
    await sent(phone);
    await screen.presses(undo);

    await screen.button('Confirm Ticket');
    await screen.queued(3);
    const [, confirmed, reopened] = await screen.pending();
    expect(confirmed).toMatchObject({ kind: 'tip.confirm', baseVersion: 1 });
    expect(reopened).toMatchObject({ kind: 'tips.reopen', subjects: confirmed?.subjects });
    await screen.shows('decided, Won');
  });

  test('is cancelled if it is undone before it was sent', async () => {
    const { screen } = await openDecision(twoOne);
    await screen.presses('ACCEPT');
    await screen.shows('decided, Won');
    await screen.presses('Confirm Ticket');
    await screen.shows('Confirm 1 ticket');

    await screen.presses(undo);
    await screen.shows('decided, Won');
    expect(await screen.queued()).toMatchObject([{ kind: 'leg.settle' }]);
    await screen.presses(undo);

    await screen.hides('decided, Won');
    await screen.queued(0);
  });

  test('is discarded if it is undone after it was refused', async () => {
    const { screen, phone } = await openDecision(twoOne);
    const takenBack = async () => {
      await phone.store.operations.toCollection().modify({ state: 'conflict', sentEver: true });
      const desk = await settling(phone);
      await desk.presses(undo);
      await desk.hides('Undo · 10 min');
      await expect.poll(async () => desk.pending()).toEqual([]);
      // Unmounts this screen: while it is open, it would also offer to undo the next action.
      desk.leaves();
    };
    await screen.presses('ACCEPT');
    await screen.shows('decided, Won');
    await takenBack();

    await phone.store.adminTips.put(theirs({ options: [leg({ ...twoOne, result: 'won' })] }));
    await screen.presses('Confirm Ticket');
    await screen.shows('Confirm 1 ticket');
    await takenBack();
    expect(await screen.button('Confirm Ticket')).toBeTruthy();
  });

  test('a void leg can be set to pending in the same dialog at any time', async () => {
    const { screen } = await openDecision({ result: 'void', reason: 'The stand is closed.' });

    await screen.presses('Pending');

    await screen.queued();
    expect(await changes(screen)).toMatchObject([{ result: 'pending' }]);
    await screen.shows('Arsenal – Chelsea: decided, Waiting');
  });
});
