import { describe, expect, test } from 'vitest';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { TipPage } from '#client/features/pages/tip-page.tsx';
import { tapUndoWindowMs } from '#client/data/outbox/undo-window.ts';
import type { Tip } from '#contract/tips.ts';
import {
  leg,
  memberId,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, aPulledPhone } from '../../../testing/components/a-screen.tsx';

const words = 'They win every derby at home.';
const soon = new Date(Date.now() + 5 * 3_600_000).toISOString();

function aTip(values: Partial<Tip> = {}): Tip {
  const options = [leg({ startDateOfGame: soon })];
  return serverTip({ options, expiryTime: soon, analysis: words, version: 3, ...values });
}

describe('the text of an own ticket', () => {
  test('can be removed with one tap, which can be undone before it is sent', async () => {
    const screen = await aScreen(<SavedTips ticket={tipId} />, await aPulledPhone(aTip()));
    await screen.shows(words);

    await screen.presses(/^Remove text/);

    await screen.shows('Removal saved on this phone. Will be sent when you are online.');
    expect(screen.text()).not.toContain(words);
    const [queued] = await screen.pending();
    expect(queued).toMatchObject({ kind: 'text.erase', payload: { tipId } });
    expect(queued?.heldUntil).toBe(Date.parse(queued?.queuedAt ?? '') + tapUndoWindowMs);
    expect(screen.toasts).toMatchObject([
      {
        title: 'Saved on this phone',
        text: 'The text is removed when you are online.',
        undo: expect.any(Function),
      },
    ]);

    screen.toasts[0]?.undo?.();

    await screen.hides('Removal saved on this phone.');
    expect(await screen.pending()).toEqual([]);
  });

  test('can be removed from a booked ticket whose games have ended', async () => {
    const over = '2026-03-07T12:00:00.000Z';
    const options = [leg({ startDateOfGame: over, result: 'won' })];
    const tip = aTip({
      IsBooked: true,
      IsGameSuccessful: true,
      outcome: 'won',
      options,
      expiryTime: over,
    });
    const screen = await aScreen(<BookedTips ticket={tipId} />, await aPulledPhone(tip));

    await screen.presses(/^Remove text/);

    await screen.shows('Removal saved on this phone.');
    expect(await screen.pending()).toMatchObject([{ kind: 'text.erase' }]);
  });

  test('cannot be removed before the tip is posted', async () => {
    const phone = await aPulledPhone();
    const payload = tipPayload({ id: tipId, analysis: words });
    await phone.store.operations.add(row({ id: tipId, kind: 'tip.post', payload }));

    const screen = await aScreen(<SavedTips ticket={tipId} />, phone);

    await screen.shows(words);
    expect(screen.names('button').join()).not.toContain('Remove text');
  });
});

describe('the text of a ticket at the desk', () => {
  async function aDesk(tip: Tip) {
    const phone = aPhone();
    await phone.store.adminTips.put(tip);
    const desk = (
      <TipDesk search={{ tip: tipId }} onSearch={() => undefined} loadMore="Load more tickets">
        {() => 'The ticket'}
      </TipDesk>
    );
    return aScreen(desk, phone);
  }

  test('can be removed by an administrator with a reason', async () => {
    const screen = await aDesk(aTip({ tipsterId, tipsterName: 'Luís Marques' }));
    await screen.shows(words);
    await screen.presses('Remove text');
    const dialog = await screen.dialog('Remove text');
    const submit = [...dialog.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.includes('Remove text'),
    );

    submit?.click();
    await screen.shows('Reason is required');
    expect(await screen.pending()).toEqual([]);
    await screen.types('Reason', 'It names a neighbour.');
    submit?.click();

    await screen.shows('Text removed by an administrator');
    expect(await screen.pending()).toMatchObject([
      { kind: 'text.moderate', payload: { tipId, reason: 'It names a neighbour.' } },
    ]);
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone' }]);
  });

  test('cannot be removed from the administrator’s own ticket', async () => {
    const screen = await aDesk(aTip({ tipsterId: memberId }));

    await screen.shows(words);
    expect(screen.names('button').join()).not.toContain('Remove text');
  });
});

describe('a reader', () => {
  test.each([
    ['tipster', 'Text removed by the tipster'],
    ['administrator', 'Text removed by an administrator'],
  ] as const)('sees that the %s removed a text', async (analysisRemovedBy, says) => {
    const phone = aPhone();
    const { analysis: _, ...tip } = aTip({ tipsterId, analysisRemovedBy });
    await phone.publicStore.tips.put(tip);

    const screen = await aScreen(<TipPage id={tipId} />, phone);

    await screen.shows(says);
    expect(screen.text()).not.toContain(words);
  });

  test('does not see a text that this phone has removed, although lists still contain it', async () => {
    const phone = aPhone();
    await phone.publicStore.tips.put(aTip({ tipsterId }));
    const payload = { tipId, reason: 'It names a neighbour.' };
    await phone.store.operations.add(row({ kind: 'text.moderate', payload }));

    const screen = await aScreen(<TipPage id={tipId} />, phone);

    await screen.shows('Text removed by an administrator');
    expect(screen.text()).not.toContain(words);
  });
});
