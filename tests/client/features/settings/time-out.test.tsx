import { type ReactNode, useState } from 'react';
import { databaseIdDocument, toTipRow } from '#sync/storage/member-store.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { wipeRows } from '#client/data/tips/drafts.ts';
import { parseSlip } from '#client/data/tips/slip.ts';
import { TimeOutChoice } from '#client/features/settings/time-out-choice.tsx';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { TipPage } from '#client/features/pages/tip-page.tsx';
import { FeedTips } from '#client/features/feed/feed-tips.tsx';
import { clearSession } from '#client/session/session.ts';
import { registerMessageReceiver } from '#client/ui/messages/toasts.ts';
import { timeOutDocument } from '#sync/refresh/document-names.ts';
import { createObservable } from '#sync/observable.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import {
  leg,
  problem,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
  queuedLeg,
} from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen, aPhoneOf } from '../../../testing/components/a-screen.tsx';
import { operationsByKind } from '#sync/operations/registry.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const hour = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString();
const open = leg({ startDateOfGame: inHours(5) });

/** A member's phone with a time-out that ends in this many hours. */
const onBreak = async (hours: number) => aPhoneOf({ timeOutUntil: inHours(hours) });

const timeOuts = (rows: readonly OperationRow[]) =>
  rows.filter(({ kind }) => kind === 'time-out.take');

describe('break mode (a time-out) in the settings', () => {
  test('begins with two taps, and is stored on the phone before it is sent', async () => {
    const screen = await aScreen(<TimeOutChoice />, await aPhoneOf());
    await screen.shows('It begins at once, and nobody can end it early.');
    await screen.chooses('7 days');

    await screen.presses('Take a break…');
    await screen.shows('and nobody can undo it.');
    expect(await screen.pending()).toEqual([]);
    await screen.presses('Begin the break');

    await screen.shows('You are on a break');
    const [taken] = timeOuts(await screen.pending());
    const { length, since } = operationsByKind['time-out.take'].payload.parse(taken?.payload);
    expect(length).toBe('7d');
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(hour);
    await screen.shows('everywhere else when you are online.');
  });

  test('does not begin if the member cancels it', async () => {
    const screen = await aScreen(<TimeOutChoice />, await aPhoneOf());

    await screen.presses('Take a break…');
    await screen.presses('Not now');

    await screen.button('Take a break…');
    expect(await screen.pending()).toEqual([]);
  });

  test.each([
    { hours: 23.8, longer: ['7 days', '30 days'], buttons: ['Make it longer…'] },
    { hours: 30 * 24 - 0.5, longer: [], buttons: [] },
  ])('offers only longer breaks while one runs for $hours h, and no way to end it', async (row) => {
    const screen = await aScreen(<TimeOutChoice />, await onBreak(row.hours));

    await screen.shows('You are on a break');
    await expect.poll(() => screen.names('button')).toEqual(row.buttons);

    expect(screen.names('input')).toEqual(row.longer);
    expect(screen.names('a')).toEqual(['Play responsibly']);
    expect(document.activeElement).toBe(document.body);
  });
});

test.each([
  { what: 'the first', timeOutEndsIn: -1, raises: 'Take a break…', begins: 'Begin the break' },
  {
    what: 'a longer one',
    timeOutEndsIn: 20,
    raises: 'Make it longer…',
    begins: 'Make it longer',
  },
])('a new break is announced, and the text with its end gets the focus: $what', async (row) => {
  const announcements: string[] = [];
  onTestFinished(registerMessageReceiver({ announce: (words) => announcements.push(words) }));
  const screen = await aScreen(<TimeOutChoice />, await onBreak(row.timeOutEndsIn));
  await screen.chooses('30 days');
  await screen.presses(row.raises);

  await screen.presses(row.begins);

  const shown = () => {
    const { activeElement, body } = document;
    return activeElement === body ? '' : (activeElement?.textContent ?? '');
  };
  await expect.poll(shown).toContain('Nothing is posted or booked until');
  expect(shown()).toContain('30 days');
  expect(announcements).toEqual(['You are on a break']);
});

test('on a spec-only backend a break applies on this phone only, and the page says so', async () => {
  const phone = await aPhoneOf();
  const engine = anAnsweredEngine(phone, () => undefined);
  const specOnly = { ...engine, backend: createObservable<Backend | undefined>(specBackend) };
  const screen = await aScreen(<TimeOutChoice />, phone, { engine: specOnly });
  await screen.shows('It applies on this phone only: this server has no breaks.');

  await screen.presses('Take a break…');
  await screen.presses('Begin the break');

  await screen.shows('You are on a break');
  await screen.shows('It applies on this phone only');
  expect(await screen.pending()).toEqual([]);
});

describe('a member on a break', () => {
  const others = serverTip({ tipsterId, tipsterName: 'Luís', options: [open] });
  const game: Fixture = {
    id: 'arsenal-chelsea',
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    kickOff: inHours(5),
    status: 'scheduled',
    prices: { home: 2.1, draw: 3.4, away: 3.6 },
  };

  async function aPhoneWithGames() {
    const phone = await onBreak(20);
    const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
    await phone.publicStore.leagues.put({ ...league, position: 0 });
    await phone.publicStore.fixtures.put({ ...game, kickOffAt: Date.parse(game.kickOff) });
    return phone;
  }

  test('can build a slip, which is stored, and sees why it cannot be posted', async () => {
    const phone = await aPhoneWithGames();
    const create = <CreateTipPage league="soccer_epl" onLeague={() => undefined} />;
    const screen = await aScreen(create, phone, { width: 1280 });

    await screen.presses(/Match result, home/);

    await screen.button(/home 1, 2.10, selected/);
    await screen.shows('Nothing is posted or booked until');
    expect(screen.names('button')).not.toContain('Post Tip');
    expect((await screen.link('Settings')).getAttribute('href')).toBe('/settings');
    const responsibly = await screen.link('Play responsibly');
    expect(responsibly.getAttribute('href')).toBe('/play-responsibly');
    const slip = parseSlip((await phone.store.documents.get('slip'))?.value);
    expect(slip.slip).toHaveLength(1);
  });

  test('can read a saved tip, but cannot book it before the end', async () => {
    const phone = await onBreak(20);
    const saved = serverTip({ options: [open], expiryTime: open.startDateOfGame });
    await phone.store.tips.put(toTipRow(saved));
    const screen = await aScreen(<SavedTips />, phone);

    await screen.shows('Nothing is posted or booked until');
    await expect.poll(() => screen.names('button').join()).not.toContain('Book Ticket');
    await screen.presses(/1 game/);

    const details = await screen.dialog('Ticket Details');
    await expect.poll(() => details.textContent).toContain('Nothing is posted or booked until');
    expect(buttonsOf(details)).not.toContain('Book Ticket');
  });

  test.each([
    {
      who: 'is not offered a copy of a tip',
      timeOutEndsIn: 20,
      shownText: 'Make it longer…',
      copy: [],
    },
    {
      who: 'is offered a copy after the end',
      timeOutEndsIn: -1,
      shownText: 'Take a break…',
      copy: ['Copy: Luís, Arsenal to win', 'Book: Luís, Arsenal to win'],
    },
  ])('$who', async ({ timeOutEndsIn, shownText, copy }) => {
    const phone = await onBreak(timeOutEndsIn);
    await phone.publicStore.tips.put(others);
    const page = (
      <>
        <TipPage id={tipId} />
        <OnDemand name="And the break?">
          <TimeOutChoice />
        </OnDemand>
      </>
    );
    const screen = await aScreen(page, phone);
    await screen.button(/^Share: /);

    // This button starts its read after the tip page, so when it is shown both have been read.
    await screen.presses('And the break?');
    await screen.button(shownText);

    expect(screen.names('article button').filter((name) => !name.startsWith('Share'))).toEqual(
      copy,
    );
  });

  test.each([
    { where: 'on its page', page: <TipPage id={tipId} />, opens: [], copies: /^Copy: / },
    {
      where: 'in a list',
      page: <FeedTips tips={[others]} />,
      opens: [/^Details: /],
      copies: 'Copy to my tips',
    },
  ])('is told about the break when copying a tip $where', async ({ page, opens, copies }) => {
    const phone = await aPhoneOf();
    await phone.publicStore.tips.put(others);
    const screen = await aScreen(page, phone);
    for (const name of opens) await screen.presses(name);
    const copy = await screen.button(copies);

    // Stores a time-out as another window does; this screen reads it only after the click.
    const payload = { length: '24h', since: new Date().toISOString(), spared: [] };
    const begun = phone.store.operations.add(row({ kind: 'time-out.take', payload }));
    copy.click();
    await begun;

    const shown = () => [screen.text(), ...screen.toasts.map(({ text }) => text)].join(' ');
    await expect.poll(shown).toContain('Nothing was lost; try it again then.');
    expect(shown()).not.toContain('This phone could not save that');
    expect(timeOuts(await screen.pending())).toEqual(await screen.pending());
  });

  test('cannot repeat a refused post, which stays stored', async () => {
    const phone = await onBreak(20);
    const refusedWith = problem('in-time-out', { until: inHours(20) });
    const payload = tipPayload({ options: [queuedLeg(open)] });
    const rest = { sentEver: true, attempts: 1, problem: refusedWith };
    const refused = row({ id: payload.id, kind: 'tip.post', payload, state: 'rejected', ...rest });
    await phone.store.operations.add(refused);
    const screen = await aScreen(<OperationList />, phone);

    await screen.shows('You are on a break until');
    await screen.shows('Nothing was lost: it stays here');
    await screen.presses('Try now');

    expect(await screen.messages()).toMatchObject([{ title: 'You are on a break' }]);
    expect(await screen.pending()).toMatchObject([{ id: payload.id, state: 'rejected' }]);
  });

  test('can still retry an operation that was sent before', async () => {
    const phone = await onBreak(20);
    const problemThere = problem('internal');
    const waiting = { state: 'unknown' as const, sentEver: true, attempts: 9, nextAt: Date.now() };
    await phone.store.operations.add(row({ ...waiting, problem: problemThere }));
    const screen = await aScreen(<OperationList />, phone);

    await screen.presses('Try now');

    await screen.until(async () => (await screen.pending())[0]?.nextAt === 0, 'another try');
    expect(screen.toasts).toEqual([]);
  });

  test('cannot discard the operation that begins the break', async () => {
    const phone = await aPhoneOf();
    const payload = { length: '24h', since: new Date().toISOString(), spared: [] };
    await phone.store.operations.add(row({ kind: 'time-out.take', payload }));
    const screen = await aScreen(<OperationList />, phone);

    await screen.shows('Your break');

    expect(screen.names('button')).not.toContain('Discard');
  });
});

describe('a logout during a break', () => {
  const taken = (hoursAgo: number) => ({
    length: '24h' as const,
    since: new Date(Date.now() - hoursAgo * hour).toISOString(),
  });

  test.each([
    { what: 'keeps the break on the phone', hoursAgo: 1, remaining: [timeOutDocument] },
    { what: 'removes a break that has ended', hoursAgo: 25, remaining: [] },
  ])('$what', async ({ hoursAgo, remaining }) => {
    const { store } = await aPhoneOf();
    const value = taken(hoursAgo);
    await store.documents.put({ name: timeOutDocument, value, fetchedAt: 0 });

    await wipeRows(store, 'delete');

    await store.open();
    const names = await store.documents.where('name').notEqual(databaseIdDocument).primaryKeys();
    expect(names).toEqual(remaining);
  });

  test('keeps the break at the next login, although it was not sent', async () => {
    const phone = aPhone();
    onTestFinished(clearSession);
    const value = taken(0.1);
    await phone.store.documents.put({ name: timeOutDocument, value, fetchedAt: 0 });
    const screen = await aScreen(<TimeOutChoice />, phone);

    await screen.shows('You are on a break');

    expect(screen.names('input')).toEqual(['7 days', '30 days']);
  });
});

/** Renders its children after a click on its button. */
function OnDemand({ name, children }: { name: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? children : <button onClick={() => setIsOpen(true)}>{name}</button>;
}

function buttonsOf(dialog: HTMLElement): (string | null)[] {
  return [...dialog.querySelectorAll('button')].map(({ textContent }) => textContent);
}
