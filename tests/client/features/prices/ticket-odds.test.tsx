import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import type { AdminSearch } from '#client/features/tickets/admin-search.ts';
import { OddsPanel } from '#client/features/prices/odds-panel.tsx';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import { capitalisedDayAndTimeText } from '#client/ui/formats.ts';
import { totalsOf } from '#domain/tip.ts';
import { fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { leg, serverTip, tipId, tipsterId } from '../../../testing/engine/samples.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';

const kickOff = hoursAgo(-30);
const feed = { home: 1.9, draw: 3.5, away: 4.2 };
const toCome = leg({ odd: 0, startDateOfGame: kickOff });

/** The tickets of other members in a wide window, with or without an open ticket. */
async function theTickets(options: Tip['options'], at: AdminSearch = { tip: tipId }) {
  const unpriced = selection({ odd: 0, unpriced: 4, own: 0 });
  const game = fixture({ kickOff, prices: feed, selections: [unpriced] });
  const phone = await aPhoneWithDesk(
    [game],
    [serverTip({ tipsterId, options, ...totalsOf(options) })],
  );
  function Tickets() {
    const [search, setSearch] = useState(at);
    return (
      <TipDesk search={search} onSearch={setSearch} loadMore="Load more tips">
        {(tip) => <OddsPanel tip={tip} />}
      </TipDesk>
    );
  }
  return aScreen(<Tickets />, phone, { width: 1280 });
}

describe('the odds of one game of a ticket', () => {
  test('show kick-off and estimate, and need a confirmation if they differ greatly', async () => {
    const screen = await theTickets([toCome]);
    await screen.presses(/Arsenal – Chelsea/);
    await screen.shows('The estimate is 1.97.');
    const dialog = await screen.dialog(/Arsenal – Chelsea/);
    expect(dialog.textContent).toContain(capitalisedDayAndTimeText(kickOff));

    await screen.types('Odd', '999');
    await screen.presses('Add odd');
    await screen.shows('Is this right? The estimate is 1.97.');
    await screen.presses('Look again');
    const field = await screen.field('Odd');
    await screen.until(() => document.activeElement === field, 'the odd has the focus');

    await screen.presses('Add odd');
    await screen.shows('Is this right?');
    await screen.presses('Add odd');

    await screen.shows('Odd added. Not saved yet.');
    expect(screen.text()).toContain('999.00');
  });

  test('are shown as an estimate until somebody enters odds', async () => {
    const screen = await theTickets([{ ...toCome, estimatedOdd: 1.88 }]);
    await screen.shows('Edit Ticket');

    // The estimate is shown in the list and in the details.
    expect(screen.text().split('≈ 1.88about 1.88')).toHaveLength(3);
    await screen.presses(/^(?!.*Number of Games).*Arsenal – Chelsea/);
    const field = await screen.field('Odd');
    expect(field instanceof HTMLInputElement && field.value).toBe('');
  });

  test('are added without a confirmation if they are near the estimate', async () => {
    const screen = await theTickets([toCome]);
    await screen.presses(/Arsenal – Chelsea/);
    await screen.shows('The estimate is 1.97.');

    await screen.types('Odd', '2.1');
    await screen.presses('Add odd');

    await screen.shows('Odd added. Not saved yet.');
    expect(screen.text()).not.toContain('Is this right?');
  });

  test('are also in the operation that withdraws another game of the ticket', async () => {
    const other = { ...toCome, fixtureId: 'fixture-2', game: 'Leeds United Vs Everton' };
    const screen = await theTickets([toCome, other]);
    await screen.presses(/Arsenal – Chelsea/);
    await screen.types('Odd', '2.1');
    await screen.presses('Add odd');
    await screen.presses(/Leeds United – Everton/);
    await screen.presses('DECLINE TIP');
    await screen.types('Reason for the withdrawal', 'The stand is closed.');
    await screen.presses('DECLINE TIP');
    await screen.shows('Withdrawn');
    await screen.presses('Edit Ticket');

    const [, withdrawal] = await screen.queued(2);
    expect(withdrawal).toMatchObject({
      kind: 'leg.settle',
      payload: { legs: [{ odd: 2.1 }, { odd: 0 }], change: { fixtureId: 'fixture-2' } },
    });
  });
});

describe('a ticket', () => {
  const over = leg({
    odd: 2,
    result: 'void',
    startDateOfGame: hoursAgo(5),
    fixtureStatus: 'played',
    score: { fullTime: [2, 1] },
    reason: 'The wrong team was listed.',
  });

  test('shows for each game the score and reason, or the kick-off, in the list and in the details', async () => {
    const screen = await theTickets([over, { ...toCome, fixtureId: 'fixture-2' }]);
    await screen.shows('Edit Ticket');

    const counted = (words: string) => screen.text().split(words).length - 1;
    expect(counted('2–1')).toBe(2);
    expect(counted('The wrong team was listed.')).toBe(2);
    expect(counted(capitalisedDayAndTimeText(kickOff))).toBe(2);
  });

  test('moves the focus to its details when it opens, and back when it closes', async () => {
    const screen = await theTickets([toCome], {});
    const row = await screen.button(/Number of Games/);
    row.focus();
    row.click();

    await screen.shows('Edit Ticket');
    const details = document.activeElement;
    expect(details?.textContent).toContain('History');
    const game = await screen.button(/^(?!.*Number of Games).*Arsenal – Chelsea/);
    expect(details && details.compareDocumentPosition(game)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

    await screen.presses('Back to the list');
    expect(document.activeElement).toBe(row);
  });
});
