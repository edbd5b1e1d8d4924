// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { MemberRowsContext } from '#client/data/member-row-queries.ts';
import { ConfirmPanel } from '#client/features/settlement/confirm-panel.tsx';
import { confirmationsLane } from '#sync/outbox/lane.ts';
import { settling as settlingOperation } from '../../../testing/engine/desk-samples.ts';
import { leg, row, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhoneWithDesk } from '../../../testing/components/desk.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { queued } from '../../../testing/components/settling.tsx';

const tip = (values: Partial<Tip>) => serverTip({ tipsterId, id: crypto.randomUUID(), ...values });

test.each([
  { what: 'to its games', done: () => settlingOperation() },
  {
    what: 'to many tickets',
    done: (ids: string[]) => ({ kind: 'tips.reopen', lane: confirmationsLane, payload: { ids } }),
  },
])('a ticket is confirmed without a version behind what was done here $what', async ({ done }) => {
  const ticket = tip({ options: [leg({ result: 'won' })] });
  const operations = [row({ seq: 1, ...done([ticket.id]) })];
  const rows = { operations, follows: new Map(), profile: null };
  const screen = await aScreen(
    <MemberRowsContext value={{ rows, update: () => undefined }}>
      <ConfirmPanel tip={ticket} />
    </MemberRowsContext>,
    await aPhoneWithDesk([], [ticket]),
  );

  await screen.presses('Confirm Ticket');

  expect(await queued(screen)).toMatchObject([
    { kind: 'tips.confirm', payload: { ids: [ticket.id] } },
  ]);
});
