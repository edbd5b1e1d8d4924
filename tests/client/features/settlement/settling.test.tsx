import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { leg, memberId, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhoneWithDesk, hoursAgo, storeDesk } from '../../../testing/components/desk.ts';
import type { Screen } from '../../../testing/components/a-screen.tsx';
import { presses } from '../../../testing/components/keys.ts';
import {
  changed,
  draw,
  home,
  other,
  played,
  settling,
  won,
} from '../../../testing/components/settling.tsx';

const tip = (values: Partial<Tip>) => serverTip({ tipsterId, id: crypto.randomUUID(), ...values });

describe('the games of open tickets', () => {
  test('are grouped by the required action, exceptions first', async () => {
    const openProposal = { result: 'ask' as const, fact: { code: 'awarded' as const } };
    const phone = await aPhoneWithDesk([
      played(),
      other({ selections: [changed(home, { proposal: openProposal })], status: 'awarded' }),
      played({
        id: 'fixture-3',
        home: 'Inter',
        away: 'Roma',
        status: 'scheduled',
        selections: [selection()],
      }),
      played({
        id: 'fixture-4',
        home: 'Porto',
        away: 'Braga',
        selections: [changed(home, { pending: 0, won: 6 })],
      }),
    ]);
    const screen = await settling(phone, { width: 390 });

    await screen.shows('Exceptions 1');
    expect(screen.names('h2, summary')).toEqual([
      'Exceptions 1',
      'Without a result 1',
      'Ready 1',
      'Done 1',
    ]);
    expect(screen.text()).toContain('Awarded');
    expect(screen.text()).toContain('9 tickets');
  });

  test('with certain results are accepted in one tap, with one operation each', async () => {
    const screen = await settling(await aPhoneWithDesk([played(), other()]), { width: 390 });

    await screen.presses('Accept all that is certain of 2 games');

    expect(await screen.queued(2)).toMatchObject([
      { kind: 'fixture.settle', payload: { fixtureId: 'fixture-1', results: [{}, {}] } },
      { kind: 'fixture.settle', payload: { fixtureId: 'fixture-2', results: [{}, {}] } },
    ]);
    await screen.shows('2 games decided');
  });
});

test('tickets decided by an outdated result are accepted together with all certain results', async () => {
  const differs = changed(draw, { pending: 0, won: 3, differing: 3 });
  const screen = await settling(await aPhoneWithDesk([played({ selections: [differs] })]));

  await screen.presses('Accept all that is certain of 1 game');

  expect(await screen.queued()).toMatchObject([
    { payload: { results: [{ oddsId: 2, result: 'lost', ifPending: true }] } },
  ]);
  await screen.hides('decided otherwise by an earlier result');
});

describe('a game', () => {
  test('can be accepted as proposed, with one operation', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    await screen.shows('9 legs: 6 won, 3 lost');
    await screen.shows('2 of yours are set aside for somebody else.');
    await screen.presses('Accept all 9 legs');

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'fixture.settle',
        baseVersion: 3,
        payload: {
          version: 3,
          results: [
            { oddsId: 1, result: 'won', ifPending: true, fact: won.fact },
            { oddsId: 2, result: 'lost', ifPending: true, fact: won.fact },
          ],
        },
      },
    ]);
    await screen.hides('Accept all');
  });

  test('keeps overruled legs when its open legs are accepted', async () => {
    const overruled = changed(home, { tickets: 11, pending: 1, void: 10 });
    const phone = await aPhoneWithDesk([played({ selections: [overruled] })]);
    const screen = await settling(phone);

    await screen.presses('Accept 1 leg');

    expect(await screen.queued()).toMatchObject([
      { payload: { results: [{ oddsId: 1, result: 'won', ifPending: true }] } },
    ]);
    await screen.shows('11 legs: 1 won, 10 void');
  });

  test('shows for each option the number of tickets, the proposal and its reason', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    await screen.shows('Arsenal to win 1X2 - 1');
    await screen.shows('in 6 tickets · It ended 2–1.');
    expect(screen.names('[aria-current] [role=img]')).toEqual(['Won']);
  });

  test('can be overruled only with a public reason', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    await screen.presses('DECLINE Arsenal to win');
    await screen.dialog('Choose game status');
    await screen.shows('Everybody reads it.');
    await screen.presses('Decide: Lost');
    await screen.shows('Reason is required');
    expect(await screen.pending()).toEqual([]);
    await screen.types('Reason', 'The goal was taken back.');
    await screen.presses('Decide: Lost');

    expect(await screen.queued()).toMatchObject([
      { payload: { results: [{ oddsId: 1, result: 'lost', reason: 'The goal was taken back.' }] } },
    ]);
  });

  test('can be overruled in the version that was seen, whatever another administrator decides meanwhile', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const screen = await settling(phone);
    await screen.presses('Void Draw');
    await screen.types('Reason', 'The stand was closed.');

    const theirs = changed(draw, { pending: 0, lost: 3 });
    await storeDesk(phone, [played({ version: 4, selections: [home, theirs] })]);
    await screen.shows('Decided');
    await screen.presses('Decide: Void');

    const result = { oddsId: draw.oddsId, result: 'void', reason: 'The stand was closed.' };
    const rows = await screen.queued();
    expect(rows).toMatchObject([{ payload: { version: 3, results: [result] } }]);
    expect(JSON.stringify(rows)).not.toContain('"over"');
  });

  test('keeps a typed reason while it disappears from the desk', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const screen = await settling(phone);
    await screen.presses('Void Draw');
    await screen.types('Reason', 'The stand was closed.');

    await storeDesk(phone, []);
    await screen.shows('No open ticket waits for this.');
    expect(await screen.field('Reason')).toHaveProperty('value', 'The stand was closed.');
    await screen.presses('Close');
    await storeDesk(phone, [played()]);
    await screen.shows('Accept all 9 legs');

    expect(screen.names('[role=dialog]')).toEqual([]);
  });

  test('asks for the reason until the decision is stored', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const full = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    phone.store.operations.hook('creating', full);
    const screen = await settling(phone);
    await screen.presses('Void Draw');
    await screen.types('Reason', 'The stand was closed.');
    await screen.presses('Decide: Void');
    await screen.until(() => screen.toasts.length === 1, 'it is said');
    const isBusy = async () => (await screen.button('Decide: Void')).hasAttribute('aria-disabled');
    await screen.until(async () => !(await isBusy()), 'it can be tried again');

    phone.store.operations.hook('creating').unsubscribe(full);
    await screen.presses('Decide: Void');

    const results = [{ reason: 'The stand was closed.' }];
    expect(await screen.queued()).toMatchObject([{ payload: { results } }]);
  });

  test('cannot be won or lost before the final whistle, and says so', async () => {
    const soon = fixture({ kickOff: hoursAgo(0.5) });
    const screen = await settling(await aPhoneWithDesk([soon]));

    const accept = await screen.button('ACCEPT Arsenal to win');
    expect(accept.hasAttribute('disabled')).toBe(true);
    expect((await screen.button('Void Arsenal to win')).hasAttribute('disabled')).toBe(false);
    await screen.shows('the whistle that decides it has not gone');
  });

  test('shows tickets that an outdated result decided, and replaces these decisions', async () => {
    const differs = changed(draw, { pending: 0, won: 3, differing: 3 });
    const screen = await settling(await aPhoneWithDesk([played({ selections: [home, differs] })]));

    await screen.shows('3 tickets were decided otherwise by an earlier result');
    expect(screen.names('[aria-label="Choose game status"] > li').length).toBe(2);
    await screen.presses('DECLINE Draw');

    expect(await screen.queued()).toMatchObject([
      { payload: { results: [{ oddsId: 2, result: 'lost', over: true }] } },
    ]);
  });

  test('can keep decisions of an outdated result with a reason', async () => {
    const voidedDraw = changed(draw, { pending: 0, void: 3, differing: 3 });
    const screen = await settling(
      await aPhoneWithDesk([played({ selections: [home, voidedDraw] })]),
    );

    await screen.presses('Void Draw');
    await screen.dialog('Choose game status');
    await screen.types('Reason', 'The stand was closed.');
    await screen.presses('Decide: Void');

    const again = { oddsId: 2, result: 'void', reason: 'The stand was closed.' };
    expect(await screen.queued()).toMatchObject([{ payload: { results: [again] } }]);
    await screen.hides('decided otherwise by an earlier result');
  });

  test('has its own view on a phone, with a way back to the list', async () => {
    const screen = await settling(await aPhoneWithDesk([played(), other()]), { width: 390 });

    await screen.presses(/Lens.*Brest/);
    await screen.shows('Accept all 9 legs');
    await screen.presses('All games');

    await screen.shows('Ready 2');
    expect(screen.text()).not.toContain('Accept all 9 legs');
  });
});

describe('an action at the desk', () => {
  test('can be undone for ten minutes, and shows the remaining time', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const screen = await settling(phone);
    await screen.presses('Accept all 9 legs');
    await screen.queued();

    await screen.shows('Undo · 10 min');
    await screen.presses(/^Undo · 10 min/);

    expect(await screen.queued(0)).toEqual([]);
    await screen.shows('Accept all 9 legs');
    await screen.hides('Undo · 10 min');
  });

  test('can be undone for one option', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.presses('Accept all 9 legs');

    await screen.presses('Undo Draw');

    await screen.shows('1 option decided');
    expect(await decided(screen, 1)).toMatchObject([{ oddsId: 1, result: 'won' }]);
  });

  test('is undone once, however often the undo is requested', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const screen = await settling(phone);
    await screen.presses('Void Draw');
    await screen.dialog('Choose game status');
    await screen.types('Reason', 'The stand was closed.');
    await screen.presses('Decide: Void');
    await screen.queued();
    await screen.shows('Undo · 10 min');
    await phone.store.operations.toCollection().modify({ state: 'unknown', sentEver: true });

    const button = await screen.button(/^Undo · 10 min/);
    button.click();
    button.click();
    presses('z');
    await screen.hides('Undo · 10 min');

    await screen.shows('Accept all 9 legs');
    const [voided, undone] = await decided(screen, 2);
    expect(voided).toMatchObject({ result: 'void', act: expect.any(String) });
    const took = { result: 'void', since: expect.any(String) };
    expect(undone).toEqual({ oddsId: 2, result: 'pending', act: voided?.act, took });
  });

  test('is undone without decisions that replaced it, which are undone first', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.presses('Accept all 9 legs');
    await screen.queued();
    await screen.shows('2 options decided');
    await screen.presses('Void Draw');
    await screen.dialog('Choose game status');
    await screen.types('Reason', 'The stand was closed.');
    await screen.presses('Decide: Void');
    await screen.queued(2);
    await screen.shows('1 more');

    const buttons = [...document.querySelectorAll('button')];
    const older = buttons.findLast(({ textContent }) => textContent?.startsWith('Undo · 10'));
    older?.click();
    await screen.hides('1 more');

    expect(await decided(screen, 4)).toMatchObject([
      { oddsId: 1, result: 'won' },
      { oddsId: 2, result: 'lost' },
      { oddsId: 2, result: 'void', reason: 'The stand was closed.' },
      { oddsId: 1, result: 'pending' },
    ]);
    await screen.shows('Accept all 6 legs');

    await screen.presses(/^Undo · 10 min/);
    await screen.shows('1 option decided');
  });

  test('cannot be undone after ten minutes', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const pieces = [{ kind: 'ticket', tipId: memberId }];
    const act = { id: 'a', at: Date.now() - 11 * 60_000, pieces };
    await phone.store.documents.put({ name: 'pieces-at-desk', value: [act], fetchedAt: 0 });
    const screen = await settling(phone);

    await screen.shows('Accept all 9 legs');
    expect(screen.text()).not.toContain('confirmed');
  });
});

/** Waits until this many results are queued, and returns them. */
async function decided(screen: Screen, count: number) {
  const all = async () =>
    (await screen.pending()).flatMap((row) => payloadOfKind(row, 'fixture.settle')?.results ?? []);
  await screen.until(async () => (await all()).length === count, `${count} are queued`);
  return all();
}

describe('tickets whose legs are all decided', () => {
  const decided = [leg({ result: 'won', odd: 2 })];

  test('are confirmed together without own tickets, and can be reopened', async () => {
    const ready = Array.from({ length: 201 }, () => tip({ options: decided }));
    const waits = tip({ options: [leg({ result: 'pending' })] });
    const own = tip({ tipsterId: memberId, options: decided });
    const phone = await aPhoneWithDesk([played()], [...ready, waits, own]);
    const screen = await settling(phone);

    await screen.shows('201 tickets are ready');
    await screen.presses('Confirm 201 tickets');
    await screen.presses('Confirm');

    const rows = await screen.queued(2);
    const ids = rows.flatMap((row) => payloadOfKind(row, 'tips.confirm')?.ids ?? []);
    expect(rows.map(({ kind }) => kind)).toEqual(['tips.confirm', 'tips.confirm']);
    expect(new Set(ids)).toEqual(new Set(ready.map(({ id }) => id)));
    await screen.hides('tickets are ready');

    await screen.presses(/^Undo · 10 min/);
    await screen.shows('201 tickets are ready');
  });

  test('are not confirmed if an outdated result decided them', async () => {
    const differs = changed(home, { pending: 0, lost: 1, won: 1, differing: 1 });
    const right = tip({ options: decided });
    const wrong = tip({ options: [leg({ result: 'lost', odd: 2 })] });
    const phone = await aPhoneWithDesk([played({ selections: [differs] })], [right, wrong]);
    const screen = await settling(phone);

    await screen.shows('1 ticket is ready');
    expect(screen.text()).toContain('1 is left out: an earlier result decided it otherwise.');
    presses('c');
    await screen.presses('Confirm');

    expect(await screen.queued()).toMatchObject([{ payload: { ids: [right.id] } }]);
  });
});
