// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { MemberRowsContext } from '#client/data/member-rows.ts';
import { ConfirmPanel } from '#client/features/admin/confirm-panel.tsx';
import { SettleDesk } from '#client/features/admin/settle-desk.tsx';
import { optionNamed } from '#domain/catalogue.ts';
import { confirmationsLane } from '#sync/outbox/lane.ts';
import { payloadIn } from '#sync/operations/registry.ts';
import { fixture, selection, settling as settlingOperation } from '../sync/support/desk-samples.ts';
import { leg, memberId, row, serverTip, tipsterId } from '../sync/support/samples.ts';
import { aPhoneWithDesk, hoursAgo } from './support/desk.ts';
import { aScreen, patiently, type Phone, type Screen } from './support/a-screen.tsx';
import { presses } from './support/keys.ts';

const fullTime = { home: 2, away: 1 };
const won = { result: 'won' as const, fact: { code: 'ended' as const, fullTime } };
const lost = { result: 'lost' as const, fact: { code: 'ended' as const, fullTime } };
const idOf = (name: string) => optionNamed(name)?.oddsId ?? 0;

const home = selection({ tickets: 6, pending: 6, own: 2, proposal: won });
const draw = selection({ oddsId: idOf('1X2 - X'), tickets: 3, pending: 3, own: 0, proposal: lost });

const played = (values: Partial<DeskFixture> = {}) =>
  fixture({
    kickOff: hoursAgo(3),
    status: 'played',
    score: { halfTime: [1, 0], fullTime: [2, 1] },
    selections: [home, draw],
    ...values,
  });
const other = (values: Partial<DeskFixture> = {}) =>
  played({ id: 'fixture-2', home: 'Lens', away: 'Brest', ...values });
const tip = (values: Partial<Tip>) => serverTip({ tipsterId, id: crypto.randomUUID(), ...values });

/** The desk on a desktop or a phone, at an address of its own. */
async function settling(phone: Phone, { width = 1280, at }: { width?: number; at?: string } = {}) {
  function Desk() {
    const [opened, setOpened] = useState(at);
    return <SettleDesk opened={opened} onOpen={setOpened} />;
  }
  return aScreen(<Desk />, phone, { width });
}

async function queued(screen: Screen, count = 1) {
  await screen.until(async () => (await screen.pending()).length === count, `${count} are queued`);
  return screen.pending();
}

const changed = (one: DeskSelection, values: Partial<DeskSelection>) => ({ ...one, ...values });

describe('the games that tickets are open on', () => {
  test('are listed by what they need, exceptions first', async () => {
    const ask = { result: 'ask' as const, fact: { code: 'awarded' as const } };
    const phone = await aPhoneWithDesk([
      played(),
      other({ selections: [changed(home, { proposal: ask })], status: 'awarded' }),
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

    await screen.says('Exceptions 1');
    expect(screen.names('h2, summary')).toEqual([
      'Exceptions 1',
      'Without a result 1',
      'Ready 1',
      'Done 1',
    ]);
    expect(screen.text()).toContain('Awarded');
    expect(screen.text()).toContain('9 tickets');
  });

  test('whose results are certain are accepted in one tap, an operation each', async () => {
    const screen = await settling(await aPhoneWithDesk([played(), other()]), { width: 390 });

    await screen.presses('Accept all that is certain of 2 games');

    expect(await queued(screen, 2)).toMatchObject([
      { kind: 'fixture.settle', payload: { fixtureId: 'fixture-1', results: [{}, {}] } },
      { kind: 'fixture.settle', payload: { fixtureId: 'fixture-2', results: [{}, {}] } },
    ]);
    await screen.says('2 games decided');
  });
});

describe('a game', () => {
  test('is accepted whole by one operation, as the rules say', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    await screen.says('9 legs: 6 won, 3 lost');
    await screen.says('2 of yours are set aside for somebody else.');
    await screen.presses('Accept all 9 legs');

    expect(await queued(screen)).toMatchObject([
      {
        kind: 'fixture.settle',
        baseVersion: 3,
        payload: {
          version: 3,
          results: [
            { oddsId: 1, result: 'won', fact: won.fact },
            { oddsId: 2, result: 'lost', fact: lost.fact },
          ],
        },
      },
    ]);
    await expect.poll(() => screen.text(), patiently).not.toContain('Accept all');
  });

  test('says of each option how many hold it, what the rules say, and why', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    await screen.says('Arsenal to win 1X2 - 1');
    await screen.says('in 6 tickets · It ended 2–1.');
    expect(screen.names('[aria-current] [role=img]')).toEqual(['Won']);
  });

  test('is overruled only with a reason, which everybody reads', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    await screen.presses('DECLINE Arsenal to win');
    await screen.dialog('Choose game status');
    await screen.says('Everybody reads it.');
    await screen.presses('Decide: Lost');
    await screen.says('Reason is required');
    expect(await screen.pending()).toEqual([]);
    await screen.types('Reason', 'The goal was taken back.');
    await screen.presses('Decide: Lost');

    expect(await queued(screen)).toMatchObject([
      { payload: { results: [{ oddsId: 1, result: 'lost', reason: 'The goal was taken back.' }] } },
    ]);
  });

  test('is neither won nor lost before the whistle, and says until when', async () => {
    const soon = fixture({ kickOff: hoursAgo(0.5) });
    const screen = await settling(await aPhoneWithDesk([soon]));

    const accept = await screen.button('ACCEPT Arsenal to win');
    expect(accept.hasAttribute('disabled')).toBe(true);
    expect((await screen.button('Void Arsenal to win')).hasAttribute('disabled')).toBe(false);
    await screen.says('the whistle that decides it has not gone');
  });

  test('shows what an earlier result decided otherwise, and decides over it', async () => {
    const differs = changed(draw, { pending: 0, won: 3, differing: 3 });
    const screen = await settling(await aPhoneWithDesk([played({ selections: [home, differs] })]));

    await screen.says('3 tickets were decided otherwise by an earlier result');
    expect(screen.names('[aria-label="Choose game status"] > li').length).toBe(2);
    await screen.presses('DECLINE Draw');

    expect(await queued(screen)).toMatchObject([
      { payload: { results: [{ oddsId: 2, result: 'lost', over: true }] } },
    ]);
  });

  test('takes a place of its own on a phone, and gives it back', async () => {
    const screen = await settling(await aPhoneWithDesk([played(), other()]), { width: 390 });

    await screen.presses(/Lens.*Brest/);
    await screen.says('Accept all 9 legs');
    await screen.presses('All games');

    await screen.says('Ready 2');
    expect(screen.text()).not.toContain('Accept all 9 legs');
  });
});

describe('what was done', () => {
  test('can be taken back for ten minutes, and says how long', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const screen = await settling(phone);
    await screen.presses('Accept all 9 legs');
    await queued(screen);

    await screen.says('Undo · 10 min');
    await screen.presses(/^Undo · 10 min/);

    await screen.until(
      async () => JSON.stringify(await screen.pending()).includes('"result":"pending"'),
      'the decisions are taken back',
    );
    expect(await queued(screen)).toMatchObject([
      {
        kind: 'fixture.settle',
        payload: {
          results: [
            { oddsId: 1, result: 'pending' },
            { oddsId: 2, result: 'pending' },
          ],
        },
      },
    ]);
    await screen.says('Accept all 9 legs');
    await screen.saysNoMore('Undo · 10 min');
  });

  test('can be taken back for one option alone', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.presses('Accept all 9 legs');

    await screen.presses('Undo Draw');

    await screen.says('1 option decided');
    expect(await screen.pending()).toMatchObject([
      {
        payload: {
          results: [
            { oddsId: 1, result: 'won' },
            { oddsId: 2, result: 'pending' },
          ],
        },
      },
    ]);
  });

  test('cannot any more after that', async () => {
    const phone = await aPhoneWithDesk([played()]);
    const act = { id: 'a', at: Date.now() - 11 * 60_000, settled: [], confirmed: [memberId] };
    await phone.store.documents.put({ name: 'desk-acts', value: [act], fetchedAt: 0 });
    const screen = await settling(phone);

    await screen.says('Accept all 9 legs');
    expect(screen.text()).not.toContain('confirmed');
  });
});

describe('tickets whose legs are all decided', () => {
  const decided = [leg({ result: 'won', odd: 2 })];

  test('are confirmed in one tap, without the own ones, and opened again', async () => {
    const ready = Array.from({ length: 201 }, () => tip({ options: decided }));
    const waits = tip({ options: [leg({ result: 'pending' })] });
    const own = tip({ tipsterId: memberId, options: decided });
    const phone = await aPhoneWithDesk([played()], [...ready, waits, own]);
    const screen = await settling(phone);

    await screen.says('201 tickets are ready');
    await screen.presses('Confirm 201 tickets');

    const rows = await queued(screen, 2);
    const ids = rows.flatMap((row) => payloadIn(row, 'tips.confirm')?.ids ?? []);
    expect(rows.map(({ kind }) => kind)).toEqual(['tips.confirm', 'tips.confirm']);
    expect(new Set(ids)).toEqual(new Set(ready.map(({ id }) => id)));
    await screen.saysNoMore('tickets are ready');

    await screen.presses(/^Undo · 10 min/);
    await screen.says('201 tickets are ready');
  });

  test('that have a game without odds are told of', async () => {
    const unpriced = tip({ options: [leg({ result: 'won', odd: 0 })] });
    const screen = await settling(await aPhoneWithDesk([played()], [unpriced]));

    await screen.says('1 has a game without odds');
    expect(await screen.button('Confirm 1 ticket')).toBeTruthy();
  });
});

test.each([
  { what: 'to its games', done: () => settlingOperation() },
  {
    what: 'to many tickets',
    done: (ids: string[]) => ({ kind: 'tips.reopen', lane: confirmationsLane, payload: { ids } }),
  },
])('a ticket is confirmed without a version behind what was done here $what', async ({ done }) => {
  const given = tip({ options: [leg({ result: 'won' })] });
  const operations = [row({ seq: 1, ...done([given.id]) })];
  const rows = { operations, follows: new Map(), profile: null };
  const screen = await aScreen(
    <MemberRowsContext value={rows}>
      <ConfirmPanel tip={given} />
    </MemberRowsContext>,
    await aPhoneWithDesk([], [given]),
  );

  await screen.presses('Confirm Ticket');

  expect(await queued(screen)).toMatchObject([
    { kind: 'tips.confirm', payload: { ids: [given.id] } },
  ]);
});

describe('keys', () => {
  const press = (key: string, shiftKey = false) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
    );

  test('go through the options and decide them', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.says('Accept all 9 legs');

    press('a');
    await queued(screen);
    press('d');
    await screen.until(
      async () => JSON.stringify(await screen.pending()).includes('"lost"'),
      'the second is decided',
    );

    expect(await screen.pending()).toMatchObject([
      {
        payload: {
          results: [
            { oddsId: 1, result: 'won' },
            { oddsId: 2, result: 'lost' },
          ],
        },
      },
    ]);
    press('z');
    await screen.until(
      async () => JSON.stringify(await screen.pending()).includes('"result":"pending"'),
      'the last is taken back',
    );
  });

  test('accept all of a game, and the next one follows', async () => {
    const screen = await settling(await aPhoneWithDesk([played(), other()]));
    await screen.says('Accept all 9 legs');

    press('A', true);
    await screen.says('Lens to win');

    expect(await queued(screen)).toMatchObject([{ payload: { fixtureId: 'fixture-1' } }]);
    press('ArrowUp');
    await screen.until(
      () => screen.text().includes('1 game decided') || screen.text().includes('2 options decided'),
      'the act is told of',
    );
  });

  test('type the score wherever they are pressed', async () => {
    const missing = fixture({ kickOff: hoursAgo(3) });
    const screen = await settling(await aPhoneWithDesk([missing]));
    await screen.says('Without a result 1');

    press('2');

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Half-time: Arsenal');
  });

  test('do nothing while somebody writes a reason, and nothing once they are off', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.presses('DECLINE Arsenal to win');
    const reason = await screen.field('Reason');
    reason.focus();
    press('a');
    press('c');
    await screen.presses('Close');

    await screen.presses('Keys');
    await screen.until(() => !screen.text().includes('next exception'), 'the keys are off');
    presses('a');
    expect(await screen.pending()).toEqual([]);
  });
});
