import type { DeskFixture } from '#contract/desk.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { ConfirmPanel } from '#client/features/settlement/confirm-panel.tsx';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { fixture } from '../engine/desk-samples.ts';
import { leg, row, serverTip, tipsterId } from '../engine/samples.ts';
import { aPhoneWithDesk, hoursAgo } from './desk.ts';
import { aPhone, aScreen, type Phone } from './a-screen.tsx';

export const soon = hoursAgo(-5);
const before = hoursAgo(3);
const open = leg({ startDateOfGame: soon, odd: 0 });

export const theirs = (values: Partial<Tip> = {}) =>
  serverTip({ tipsterId, tipsterName: 'Luís Marques', options: [open], ...values });

async function aPhoneWith(tip: Tip): Promise<Phone> {
  const phone = aPhone();
  await phone.store.adminTips.put(tip);
  return phone;
}

export async function confirming(ticket: Tip, phone?: Phone) {
  return aScreen(
    <TipDesk search={{ tip: ticket.id }} onSearch={() => undefined} loadMore="Load more tickets">
      {(tip) => <ConfirmPanel tip={tip} />}
    </TipDesk>,
    phone ?? (await aPhoneWith(ticket)),
    { width: 1280 },
  );
}

/** Opens the dialog of a ticket with one leg whose game is still in play in the public fixtures. */
export async function openDecision(
  values: Partial<Leg>,
  fixtures: readonly DeskFixture[] = [],
  pending: readonly Partial<OperationRow>[] = [],
) {
  const ticket = theirs({ options: [leg({ startDateOfGame: before, ...values })] });
  const phone = await aPhoneWithDesk(fixtures, [ticket]);
  await phone.store.operations.bulkPut(
    pending.map((values, at) => row({ seq: at + 1, ...values })),
  );
  await phone.publicStore.fixtures.put({
    id: 'fixture-1',
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    kickOff: before,
    kickOffAt: Date.parse(before),
    status: 'in-play',
    score: { fullTime: [0, 0] },
  });
  const screen = await confirming(ticket, phone);
  await screen.presses(/Arsenal – Chelsea/);
  const dialog = await screen.dialog('Choose game status');
  // IndexedDB runs reads in order, so the dialog has read the fixtures when this read ends.
  await phone.publicStore.fixtures.toArray();
  return { screen, dialog, phone };
}

export const twoOne: Partial<Leg> = {
  fixtureStatus: 'played',
  score: { halfTime: [1, 0], fullTime: [2, 1] },
};
export const onDesk = (values: Partial<DeskFixture> = {}) =>
  fixture({ kickOff: before, ...values });
