// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { tip } from '../sync/support/samples.ts';
import { aPhoneThatOwes } from './support/a-phone-that-owes.ts';
import { aScreen } from './support/a-screen.tsx';

describe('a tip that has not arrived', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  function aTip(...minutes: number[]) {
    const [option] = tip().options;
    const options = minutes.map((away, index) => ({
      ...option,
      fixtureId: `fixture-${index}`,
      game: `Game ${index} Vs B`,
      startDateOfGame: inMinutes(away),
    }));
    return { kind: 'tip.post', payload: { ...tip(), options } };
  }

  test.each([
    { minutes: [16, 90], says: 'First kick-off in 15 min', warns: false },
    { minutes: [14, 90], says: 'Hurry: first kick-off in 13 min', warns: true },
    { minutes: [-1, 90], says: 'Next kick-off in 1 hr 29 min', warns: true },
  ])('with games in $minutes minutes warns: $warns', async ({ minutes, says, warns }) => {
    const screen = await aScreen(<OperationList />, await aPhoneThatOwes(aTip(...minutes)));

    await screen.says(says);

    expect(screen.text().includes('Not posted yet')).toBe(warns);
  });

  test('says what was chosen for a game that is quicker, and takes another choice', async () => {
    const phone = await aPhoneThatOwes(aTip(60, 90));
    const screen = await aScreen(<OperationList />, phone);
    const [before] = await screen.owes();

    await screen.says('If a game has kicked off: All or nothing');
    await screen.presses('Change to: Drop started games');

    await screen.says('If a game has kicked off: Drop started games');
    const [after, ...others] = await screen.owes();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ kind: 'tip.post', payload: { ifStarted: 'drop' } });
    // A drain may hold the old one in its hands, so it is another tip under another key.
    expect(after?.id).not.toBe(before?.id);
  });

  test('stands as it is once it has left', async () => {
    const sent = { ...aTip(60, 90), state: 'unknown', sentEver: true, attempts: 1 } as const;
    const screen = await aScreen(<OperationList />, await aPhoneThatOwes(sent));

    await screen.says('If a game has kicked off: All or nothing');

    expect(screen.names('button')).not.toContain('Change to: Drop started games');
  });
});
