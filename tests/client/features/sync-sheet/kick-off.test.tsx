import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { loadMessages } from '#client/data/language.ts';
import { KickOffDeadline } from '#client/ui/tip/kick-off-deadline.tsx';
import { registerMessageReceiver } from '#client/ui/messages/toasts.ts';
import { tipPayload } from '../../../testing/engine/samples.ts';
import { aPhoneWithPending } from '../../../testing/components/a-phone-with-pending.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

describe('an unsent tip', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  function aTip(...minutes: number[]) {
    const [option] = tipPayload().options;
    const options = minutes.map((away, index) => ({
      ...option,
      fixtureId: `fixture-${index}`,
      game: `Game ${index} Vs B`,
      startDateOfGame: inMinutes(away),
    }));
    return { kind: 'tip.post', payload: { ...tipPayload(), options } };
  }

  test.each([
    { minutes: [16, 90], shownText: 'First kick-off in 15 min', warns: false },
    { minutes: [14, 90], shownText: 'Hurry: first kick-off in 13 min', warns: true },
    { minutes: [-1, 90], shownText: 'Next kick-off in 1 hr 29 min', warns: true },
  ])('with games in $minutes minutes warns: $warns', async ({ minutes, shownText, warns }) => {
    const screen = await aScreen(<OperationList />, await aPhoneWithPending(aTip(...minutes)));

    await screen.shows(shownText);

    expect(screen.text().includes('Not posted yet')).toBe(warns);
  });

  test('shows the choice for started games, which can be changed', async () => {
    const phone = await aPhoneWithPending(aTip(60, 90));
    const screen = await aScreen(<OperationList />, phone);
    const [before] = await screen.pending();

    await screen.shows('If a game has kicked off: All or nothing');
    await screen.presses('Change to: Drop started games');

    await screen.shows('If a game has kicked off: Drop started games');
    const [after, ...others] = await screen.pending();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ kind: 'tip.post', payload: { ifStarted: 'drop' } });
    // A drain may still send the old operation, so the new tip has another id and key.
    expect(after?.id).not.toBe(before?.id);
  });

  test('keeps that choice once it was sent', async () => {
    const sent = { ...aTip(60, 90), state: 'unknown', sentEver: true, attempts: 1 } as const;
    const screen = await aScreen(<OperationList />, await aPhoneWithPending(sent));

    await screen.shows('If a game has kicked off: All or nothing');

    expect(screen.names('button')).not.toContain('Change to: Drop started games');
  });

  test.each([
    { minutes: [11, 10, 9, 6, 5, 4, 2, 1, 0.5], marks: [10, 5, 1] },
    { minutes: [4.7], marks: [5] },
    { minutes: [-1], marks: [] },
  ])('announces the remaining minutes once per threshold: $minutes', async (row) => {
    const { announcements, at } = await aWatch();

    for (const minutes of row.minutes) at(minutes);

    const words = row.marks.map((minutes) => `Hurry: first kick-off in ${minutes} min`);
    expect(announcements).toEqual(words);
  });
});

/** Renders the deadline of one game; `at` sets the minutes before the kick-off. */
async function aWatch() {
  await loadMessages('en', async () => ({ messages: {} }));
  const announcements: string[] = [];
  onTestFinished(registerMessageReceiver({ announce: (words) => announcements.push(words) }));
  const kickOffs = ['2026-11-21T15:00:00Z'];
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => root.unmount());
  const at = (minutes: number) => {
    const now = new Date(Date.parse('2026-11-21T15:00:00Z') - minutes * 60_000);
    const watch = <KickOffDeadline {...{ kickOffs, now }} ifStarted={undefined} />;
    // The component announces in an effect, which `flushSync` runs before it returns.
    flushSync(() => root.render(<I18nProvider i18n={i18n}>{watch}</I18nProvider>));
  };
  return { announcements, at };
}
