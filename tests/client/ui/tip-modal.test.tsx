// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';

import { TipModal } from '#client/ui/tip/tip-modal.tsx';

import { serverTip } from '../../testing/engine/samples.ts';
import { aPhone, aScreen, patiently } from '../../testing/components/a-screen.tsx';

const now = new Date('2026-03-02T12:00:00Z');

test('a ticket in full has its stake and the time until it closes', async () => {
  const tip = serverTip({ stake: 3, totalOdds: 1.85, expiryTime: '2026-03-02T15:00:00Z' });

  const screen = await aScreen(
    <TipModal tip={tip} now={now} onClose={() => undefined} />,
    aPhone(),
  );

  await expect.poll(screen.text, patiently).toContain('Stake 3 · closes in 3 hr');
});
