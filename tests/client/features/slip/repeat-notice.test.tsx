import { describe, expect, test } from 'vitest';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { GameTipDialog } from '#client/features/slip/game-tip-dialog.tsx';
import { SlipCard } from '#client/features/slip/slip-card.tsx';
import { SlipContent } from '#client/features/slip/slip-content.tsx';
import { changeSlip, emptySlip, useSlip } from '#client/data/tips/slip.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import {
  leg,
  memberId,
  problem,
  row,
  serverTip,
  tipId,
  tipPayload,
} from '../../../testing/engine/samples.ts';
import { aPhone, aPulledPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const kickOff = new Date(Date.now() + 5 * hour);
const open = leg({ startDateOfGame: kickOff.toISOString() });
const { fixtureId, game } = open;
const selection = { fixtureId, game, oddsId: 1, kickOff, sportKey: 'soccer_epl' };
const content = <SlipContent draft={{ ...emptySlip, slip: [selection] }} />;

/** The maximum number of tips that may contain the same selection. */
function fiveTips(): Tip[] {
  return ['a', 'b', 'c', 'd', 'e'].map((name) =>
    serverTip({ id: createId(), options: [open, leg({ fixtureId: name })] }),
  );
}

describe('the slip before it is posted', () => {
  test('links to an earlier tip with the same selections', async () => {
    const screen = await aScreen(content, await aPulledPhone(serverTip({ options: [open] })));

    await screen.shows('You already tipped this. You can post another game or option.');
    expect((await screen.link('Open that tip')).getAttribute('href')).toBe(`/tip/${tipId}`);
  });

  test('links to the saved tips if the earlier tip is not sent yet', async () => {
    const phone = await aPulledPhone();
    const payload = tipPayload({
      options: tipPayload().options.map((one) => ({
        ...one,
        startDateOfGame: open.startDateOfGame,
      })),
    });
    await queueOperation(phone.store, { memberId, kind: 'tip.post', payload });

    const screen = await aScreen(content, phone);

    await screen.shows('You already tipped this. You can post another game or option.');
    expect((await screen.link('My Saved Tips')).getAttribute('href')).toBe('/tips/my-tips');
  });

  test('names the game of an option that is in the maximum number of tips', async () => {
    const screen = await aScreen(content, await aPulledPhone(...fiveTips()));

    const words = 'What you picked is in 5 of your tips already, which is the most';
    await screen.shows(words);
    expect(screen.text()).toContain(
      `${words}: Arsenal – Chelsea. Take it off this slip, or choose another option.`,
    );
  });

  test('shows no notice for a new pick', async () => {
    const other = leg({ ...open, oddName: '1X2 - X' });
    const screen = await aScreen(content, await aPulledPhone(serverTip({ options: [other] })));

    await screen.shows('If a game has kicked off when the tip arrives');
    expect(screen.text()).not.toContain('You already tipped this');
  });
});

test('a post that was refused as a repeat links to the earlier tip, and can be edited', async () => {
  const phone = aPhone();
  const payload = tipPayload();
  const { id } = payload;
  const refusal = problem('already-tipped', { tipId });
  const rejected = { state: 'rejected', sentEver: true, attempts: 1, problem: refusal } as const;
  await phone.store.operations.add(row({ id, kind: 'tip.post', payload, ...rejected }));

  const screen = await aScreen(<SavedTips />, phone);

  await screen.shows(
    'You already posted a tip with exactly these games and options, so this one was not posted.',
  );
  expect((await screen.link('Open that tip')).getAttribute('href')).toBe(`/tip/${tipId}`);
  expect(screen.names('button')).toEqual(
    expect.arrayContaining(['Edit and post again', 'Discard']),
  );
});

describe('the button that posts', () => {
  const homeWin = { oddsId: 1, oddsGroup: '1X2', oddsName: '1', section: 'main' } as const;
  const looksActive = (button: HTMLElement) => button.className.includes('bg-flag');

  /** The slip that is stored on the phone, with its button. */
  function StoredSlip() {
    const [draft] = useSlip();
    return draft && <SlipCard draft={draft} />;
  }

  test('is inactive and not yellow while the slip is refused, until the slip changes', async () => {
    const other = { ...selection, fixtureId: 'another', game: 'Everton Vs Fulham' };
    const phone = await aPulledPhone(...fiveTips());
    await changeSlip(phone.store, () => ({ ...emptySlip, slip: [selection, other] }));
    const screen = await aScreen(<StoredSlip />, phone);
    await screen.shows('What you picked is in 5 of your tips already');

    const button = await screen.button('Post Tip');
    await screen.until(() => button.getAttribute('aria-disabled') === 'true', 'unavailable');
    expect(looksActive(button)).toBe(false);
    button.click();

    await screen.presses('Remove Arsenal – Chelsea');
    await screen.until(() => !button.hasAttribute('aria-disabled'), 'available');
    expect(looksActive(button)).toBe(true);
    expect(screen.toasts).toEqual([]);
  });

  test('is inactive and not yellow for a refused tip on one game', async () => {
    const dialog = (
      <GameTipDialog
        fixture={{
          id: fixtureId,
          sportKey: 'soccer_epl',
          home: 'Arsenal',
          away: 'Chelsea',
          kickOff: kickOff.toISOString(),
          status: 'scheduled',
        }}
        option={homeWin}
        draft={{ id: createId(), stake: 0, analysis: '' }}
        onDraft={() => undefined}
        onClose={() => undefined}
      />
    );
    const screen = await aScreen(dialog, await aPulledPhone(serverTip({ options: [open] })));
    await screen.shows('You already tipped this.');

    const button = await screen.button('Post Tip');
    await screen.until(() => button.getAttribute('aria-disabled') === 'true', 'unavailable');
    expect(looksActive(button)).toBe(false);
  });
});
