import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhoneWithDesk, none } from '../../../testing/components/desk.ts';
import {
  changed,
  draw,
  home,
  other,
  played,
  settling,
  won as ruled,
} from '../../../testing/components/settling.tsx';

const ada = (values: Partial<Tip>) =>
  serverTip({ tipsterId, tipsterName: 'Ada Obi', id: crypto.randomUUID(), ...values });
const bisi = (values: Partial<Tip>) =>
  ada({ tipsterId: crypto.randomUUID(), tipsterName: 'Bisi Ade', ...values });

const won = leg({ result: 'won', odd: 2.5 });
const overruled = leg({ result: 'lost', odd: 2.5, reason: 'The wrong team was listed.' });

describe('the effect of confirming all tickets', () => {
  const tickets = [
    ada({ options: [won], outcome: 'won', totalOdds: 2.5 }),
    ada({ options: [won], outcome: 'won', totalOdds: 2.5 }),
    bisi({ options: [overruled], outcome: 'lost', totalOdds: 2.5 }),
    ada({ options: [leg({ result: 'won', odd: 0 })], outcome: 'won', totalOdds: 0 }),
    ada({ options: [won], outcome: 'won', totalOdds: 2.5, copiedFrom: crypto.randomUUID() }),
  ];
  const decided = changed(home, { pending: 0, won: 5, lost: 1 });

  test('is shown before they are confirmed', async () => {
    const phone = await aPhoneWithDesk([played({ selections: [decided] })], tickets);
    const screen = await settling(phone);

    await screen.presses('Confirm 5 tickets');
    await screen.dialog('Confirm 5 tickets');

    expect(await screen.pending()).toEqual([]);
    const text = screen.text();
    expect(text).toContain('Ada Obi 3 tickets+3.00 units');
    expect(text).toContain('Bisi Ade 1 ticket−1.00 units');
    expect(text).toMatch(/Decided against the rules.*Arsenal – Chelsea.*Lost · 1 ticket/);
    expect(text).toContain('The wrong team was listed.');
    expect(text).toContain('1 has a game without odds');
    expect(text).toContain('1 is a copy, which counts in no record.');

    await screen.presses('Confirm');
    const [operation] = await screen.queued();
    const ids = operation && payloadOfKind(operation, 'tips.confirm')?.ids;
    expect(new Set(ids)).toEqual(new Set(tickets.map(({ id }) => id)));
  });

  test('is cancelled by Close', async () => {
    const phone = await aPhoneWithDesk([played({ selections: [decided] })], tickets);
    const screen = await settling(phone);

    await screen.presses('Confirm 5 tickets');
    await screen.presses('Close');

    await screen.until(() => screen.names('[role=dialog]').length === 0, 'it is closed');
    expect(await screen.pending()).toEqual([]);
  });
});

describe('all open legs of a game', () => {
  test('become void by one operation with one reason', async () => {
    const some = changed(draw, { pending: 1, won: 2 });
    const decided = changed(home, { oddsId: 3, pending: 0, won: 6 });
    const phone = await aPhoneWithDesk([played({ selections: [home, some, decided] })]);
    const screen = await settling(phone);

    await screen.presses('Void all open legs of this game');
    await screen.types('Reason', 'The result was awarded.');
    await screen.presses('Void 7 legs');

    const reason = 'The result was awarded.';
    expect(await screen.queued()).toMatchObject([
      {
        kind: 'fixture.settle',
        payload: {
          results: [
            { oddsId: home.oddsId, result: 'void', ifPending: true, reason },
            { oddsId: draw.oddsId, result: 'void', ifPending: true, reason },
          ],
        },
      },
    ]);
    const [operation] = await screen.pending();
    expect(operation && payloadOfKind(operation, 'fixture.settle')?.results).toHaveLength(2);
    await screen.until(() => screen.names('[role=dialog]').length === 0, 'the dialog is closed');
  });

  test('cannot become void together if only one option is open', async () => {
    const screen = await settling(await aPhoneWithDesk([played({ selections: [home] })]));

    await screen.shows('Accept all 6 legs');
    expect(screen.names('button')).not.toContain('Void all open legs of this game');
  });
});

test('an option that is only in confirmed tickets links to the correction of its game', async () => {
  const confirmed = changed(home, { tickets: 0, own: 0, pending: 0, confirmedDiffering: 14 });
  const screen = await settling(await aPhoneWithDesk([played({ selections: [confirmed] })]));

  const link = await screen.link(/^Correct tickets/);

  expect(link.getAttribute('href')).toBe('/admin/corrections?fixture=fixture-1');
  expect(screen.names('button')).not.toContain('ACCEPT Arsenal to win');
});

test('an opened game gets the focus, and the list gets it back', async () => {
  const screen = await settling(await aPhoneWithDesk([played(), other()]));
  const row = await screen.button(/Lens.*Brest/);
  row.focus();
  row.click();

  await screen.shows('Lens to win');
  const option = await screen.button('ACCEPT Lens to win');
  expect(document.activeElement?.contains(option)).toBe(true);
  expect(document.activeElement?.contains(row)).toBe(false);

  await screen.presses('Back to the list');
  expect(document.activeElement).toBe(row);
});

test('a decision against the rules shows its reason, author and tickets beside the option', async () => {
  const words = { reason: 'The points were given.', decidedBy: 'Robin Hale' };
  const facts = {
    fixtureStatus: 'played' as const,
    score: { fullTime: [2, 1] as [number, number] },
  };
  const legs = [
    leg({ ...facts, result: 'lost', ...words }),
    leg({ ...facts, result: 'lost', ...words }),
    leg({ ...facts, result: 'won', fact: ruled.fact }),
  ];
  const tickets = legs.map((one) =>
    serverTip({ tipsterId, id: crypto.randomUUID(), options: [one] }),
  );
  const overruled = played({
    selections: [changed(home, { tickets: 3, pending: 0, won: 1, lost: 2 })],
  });
  const phone = await aPhoneWithDesk([overruled], tickets);
  const value = { counts: none, fixtures: [overruled], here: { 'fixture-1': '3 4 0' } };
  await phone.store.documents.put({ name: 'desk', value, fetchedAt: Date.now() });

  const screen = await settling(phone);

  await expect
    .poll(screen.text)
    .toContain('Lost · 2 ticketsThe points were given.Decided by Robin Hale');
});

test('an option decided against the rules in every ticket says so, and links to its history', async () => {
  const overruled = changed(home, { tickets: 2, pending: 0, lost: 2 });

  const screen = await settling(await aPhoneWithDesk([played({ selections: [overruled] })]));

  await screen.shows('Against the rules');
  const history = await screen.link('History');
  expect(history.getAttribute('href')).toBe('/admin/history?fixture=fixture-1');
});
