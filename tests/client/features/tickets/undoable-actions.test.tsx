import { expect, test } from 'vitest';
import { ConfirmPanel } from '#client/features/settlement/confirm-panel.tsx';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { DocumentRow } from '#sync/storage/public-store.ts';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { other, played, settling } from '../../../testing/components/settling.tsx';

const acceptAll = 'Accept all that is certain of 2 games';
const undo = /^Undo · 10 min/;

const full = () => new DOMException('The disk is full.', 'QuotaExceededError');

test('an action on several games is undone for all of them or for none', async () => {
  const phone = await aPhoneWithDesk([played(), other()]);
  const screen = await settling(phone, { width: 390 });
  await screen.presses(acceptAll);
  const done = await screen.queued(2);
  await phone.store.operations.toCollection().modify({ state: 'unknown', sentEver: true });
  const failsAtSecond = (_: unknown, { subjects }: OperationRow) => {
    if (subjects[0] === done[1]?.subjects[0]) throw full();
  };

  phone.store.operations.hook('creating', failsAtSecond);
  await screen.presses(undo);
  await screen.until(() => screen.toasts.length === 1, 'it is said that it failed');
  expect(await screen.pending()).toHaveLength(2);
  await screen.shows('2 games decided');

  phone.store.operations.hook('creating').unsubscribe(failsAtSecond);
  await screen.presses(undo);
  const rows = await screen.queued(4);
  expect(rows.map(({ subjects }) => subjects)).toEqual(
    [...done, ...done].map(({ subjects }) => subjects),
  );
  await screen.hides('2 games decided');
});

test('an action that cannot be recorded for its undo is not executed', async () => {
  const phone = await aPhoneWithDesk([played(), other()]);
  const screen = await settling(phone, { width: 390 });
  const failsOfActs = (_: unknown, { name }: DocumentRow) => {
    if (name === 'pieces-at-desk') throw full();
  };

  phone.store.documents.hook('creating', failsOfActs);
  await screen.presses(acceptAll);
  await screen.until(() => screen.toasts.length === 1, 'it is said that it failed');
  expect(await screen.pending()).toEqual([]);

  phone.store.documents.hook('creating').unsubscribe(failsOfActs);
  await screen.presses(acceptAll);
  await screen.queued(2);
  await screen.shows('2 games decided');
});

test('a decision on one ticket is undone after the later decision that overruled it in all tickets', async () => {
  const { score } = played();
  const started = leg({ startDateOfGame: hoursAgo(3) });
  const ended = { ...started, fixtureStatus: 'played' as const, ...(score && { score }) };
  const ticket = serverTip({ tipsterId, options: [ended] });
  const phone = await aPhoneWithDesk([played()], [ticket]);
  const tickets = await aScreen(
    <TipDesk search={{ tip: ticket.id }} onSearch={() => undefined} loadMore="Load more tickets">
      {(tip) => <ConfirmPanel tip={tip} />}
    </TipDesk>,
    phone,
    { width: 1280 },
  );
  await tickets.presses(/Arsenal – Chelsea/);
  await tickets.presses('ACCEPT');
  await tickets.shows('Arsenal – Chelsea: decided, Won');

  const desk = await settling(phone);
  await desk.presses('Void Arsenal to win');
  await desk.types('Reason', 'The stand was closed.');
  await desk.presses('Decide: Void');
  await desk.shows('1 option decided');
  await desk.hides('decided, Won');

  await desk.presses(undo);
  await desk.shows('Arsenal – Chelsea: decided, Won');
  expect(await desk.queued()).toMatchObject([{ kind: 'leg.settle' }]);
});
