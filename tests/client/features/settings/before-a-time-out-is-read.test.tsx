import { describe, expect, onTestFinished, test } from 'vitest';
import { TimeOutChoice } from '#client/features/settings/time-out-choice.tsx';
import { PostTipButton } from '#client/features/slip/post-buttons.tsx';
import { SavedTipDetails } from '#client/features/my-tips/saved-tip-details.tsx';
import { WithdrawActions } from '#client/features/my-tips/withdraw-actions.tsx';
import { leg, serverTip } from '../../../testing/engine/samples.ts';
import { aScreen, aPhoneOf } from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString();

/** Collects the text of every button, paragraph and legend shown from now on. */
function everShown(): Set<string> {
  const shown = new Set<string>();
  const look = () => {
    for (const part of document.querySelectorAll('button, p, legend')) {
      // Cuts off the ticket's name, which follows the colon for screen readers.
      if (!part.closest('[inert]')) shown.add(part.textContent.replace(/: .*/s, ''));
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  onTestFinished(() => watch.disconnect());
  return shown;
}

const open = leg({ startDateOfGame: inHours(5) });
const saved = serverTip({ options: [open], expiryTime: open.startDateOfGame });
const fresh = serverTip({ ...saved, creationTime: inHours(-1 / 60) });

const screens = [
  {
    where: 'the settings',
    content: <TimeOutChoice />,
    actions: ['Take a break…', 'How long'],
    instead: 'You are on a break',
  },
  {
    where: 'the slip',
    content: <PostTipButton />,
    actions: ['Post Tip'],
    instead: 'You are on a break',
  },
  {
    where: 'a saved ticket',
    content: <SavedTipDetails tip={saved} now={new Date()} onClose={() => undefined} />,
    actions: ['Book Ticket'],
    instead: 'You are on a break',
  },
  {
    where: 'a tip that was just posted',
    content: <WithdrawActions tip={fresh} />,
    actions: ['Withdraw and correct'],
    instead: 'Withdraw',
  },
];

describe('before the time-out is read from the disk', () => {
  test.each(screens)('$where offers no actions that a time-out prevents', async (entry) => {
    const phone = await aPhoneOf({ timeOutUntil: inHours(20) });
    const shown = everShown();
    const screen = await aScreen(entry.content, phone);

    await screen.shows(entry.instead);
    await expect.poll(() => screen.names('[inert]')).toEqual([]);

    expect([...shown].filter((text) => entry.actions.includes(text))).toEqual([]);
  });

  test.each(screens)(
    '$where then offers the actions if there is no time-out',
    async ({ content, actions }) => {
      const phone = await aPhoneOf({ timeOutUntil: inHours(-1) });
      const shown = everShown();
      await aScreen(content, phone);

      await expect.poll(() => [...shown]).toEqual(expect.arrayContaining(actions));
    },
  );
});
