import { describe, expect, test } from 'vitest';
import { CorrectionDesk } from '#client/features/corrections/correction-desk.tsx';
import { PricesPage } from '#client/features/prices/prices-page.tsx';
import { ResultsPage } from '#client/features/results/results-page.tsx';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { correcting, fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { leg, problem, row, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aScreen, type Phone, type Screen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { played, settling } from '../../../testing/components/settling.tsx';

/** Sets the state of every operation in the outbox. */
async function become(phone: Phone, values: Partial<OperationRow>): Promise<void> {
  await phone.store.operations.toCollection().modify(values);
}

const acked = { state: 'acked', ack: { status: 200, at: 1 } } as const;
const refused = { state: 'conflict', problem: problem('stale-version') } as const;

/** Takes an operation through its states, first to a refusal; returns the states in which the screen shows `done`. */
async function statesCalledDone(phone: Phone, screen: Screen, done: string): Promise<string[]> {
  const called: string[] = [];
  const look = (state: string) => screen.text().includes(done) && called.push(state);
  await screen.shows('Saved on this phone');
  look('saved');
  await become(phone, { state: 'sending' });
  await screen.shows('Sending');
  look('sending');
  await become(phone, refused);
  await screen.shows('Waiting for your decision');
  look('refused');
  await become(phone, acked);
  await screen.hides('Waiting for your decision');
  look('confirmed');
  return called;
}

describe('odds of a game', () => {
  async function priced() {
    const unpriced = selection({ odd: 0, unpriced: 4, own: 0 });
    const phone = await aPhoneWithDesk([
      fixture({ kickOff: hoursAgo(-30), selections: [unpriced] }),
    ]);
    const screen = await aScreen(<PricesPage search={{}} />, phone);
    await screen.types(/^Arsenal to win$/, '2.35');
    await screen.presses('Save odds');
    await screen.queued();
    return { phone, screen };
  }

  test('are reported as saved only once the server has accepted them', async () => {
    const { phone, screen } = await priced();

    const done = 'Odds saved: Arsenal – Chelsea';
    expect(await statesCalledDone(phone, screen, done)).toEqual(['confirmed']);
  });

  test('are not reported as saved after they were discarded', async () => {
    const { phone, screen } = await priced();
    await screen.shows('Odds of Arsenal – Chelsea Saved on this phone');

    await phone.store.operations.clear();

    await screen.hides('Saved on this phone');
    expect(screen.text()).not.toContain('Odds saved');
  });
});

test('tickets are reported as confirmed only once the server has confirmed them', async () => {
  const options = [leg({ result: 'won', odd: 2 })];
  const ticket = () => serverTip({ id: crypto.randomUUID(), tipsterId, options });
  const phone = await aPhoneWithDesk([played()], [ticket(), ticket()]);
  const screen = await settling(phone);
  await screen.presses('Confirm 2 tickets');
  await screen.presses('Confirm');
  await screen.queued();

  const done = '2 tickets confirmed';
  expect(await statesCalledDone(phone, screen, done)).toEqual(['confirmed']);
});

test('a decision shows its sending state beside its undo', async () => {
  const phone = await aPhoneWithDesk([played()]);
  const screen = await settling(phone);
  await screen.presses('Accept all 9 legs');
  await screen.queued();

  await screen.shows('2 options decided Saved on this phone');
  await become(phone, acked);
  await screen.hides('Saved on this phone');
  expect(screen.text()).toContain('2 options decided');
});

test('a result is reported as saved only once the server has accepted it', async () => {
  const phone = await aPhoneWithDesk([fixture({ kickOff: hoursAgo(3) })]);
  const screen = await aScreen(<ResultsPage />, phone);
  await screen.types('Full time: Arsenal', '2');
  await screen.types('Full time: Chelsea', '1');
  await screen.presses('Save Arsenal – Chelsea');
  await screen.queued();

  await screen.shows('Saved on this phone');
  expect(screen.names('[role=status]')).not.toContain('Saved');
  await become(phone, acked);
  await screen.until(() => screen.names('[role=status]').includes('Saved'), 'it is saved');
});

test('a correction shows its sending state in the list', async () => {
  const wrong = selection({ tickets: 0, own: 0, pending: 0, confirmedDiffering: 14 });
  const phone = await aPhoneWithDesk([played({ selections: [wrong] })]);
  await phone.store.operations.put(row(correcting()));
  const screen = await aScreen(<CorrectionDesk fixtureId={undefined} />, phone);

  await screen.shows('Correct tickets Saved on this phone');
  expect(screen.text()).not.toContain('Every confirmed ticket agrees');
});
