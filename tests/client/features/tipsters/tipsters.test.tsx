// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TipsterPage, whatsAppAddress } from '#client/features/tipsters/tipster-page.tsx';
import { RunningContext } from '#client/data/device/running.ts';
import type { Engine } from '#sync/engine.ts';
import { observed } from '#sync/observable.ts';
import { competition, fullRecord, windowRecord } from '../../../testing/engine/records.ts';
import { memberId, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { keepBusy } from '../../../testing/components/a-busy-disk.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen, patiently, type Phone } from '../../../testing/components/a-screen.tsx';
import { aPhoneWith, aTipster } from '../../../testing/components/a-tipster.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const running = (engine: Engine) => ({
  engine,
  configuration: undefined,
  failure: undefined,
  retry: () => undefined,
});

async function holdsRecord(phone: Phone, record = fullRecord()): Promise<void> {
  const name = `record:${tipsterId}`;
  const fetchedAt = Date.UTC(2026, 10, 20, 12);
  await phone.publicStore.documents.put({ name, value: record, fetchedAt });
}

const figures = () =>
  [...document.querySelectorAll('dl > div')].map((figure) =>
    [...figure.children].map((part) => part.textContent).join(' | '),
  );

/** The text of an element for screen readers, in one line. */
function heard(selector: string): string {
  const paragraph = document.createElement('p');
  paragraph.innerHTML = document.querySelector(selector)?.innerHTML ?? '';
  paragraph.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove());
  return paragraph.textContent;
}

describe('a phone number', () => {
  test.each([
    { phone: '+234 800-000 0000', address: 'https://wa.me/2348000000000' },
    { phone: ' +44 7700 900112', address: 'https://wa.me/447700900112' },
    { phone: '0800 000 000', address: undefined },
    { phone: '+', address: undefined },
    { phone: undefined, address: undefined },
  ])('$phone is $address on WhatsApp', ({ phone, address }) => {
    expect(whatsAppAddress(phone)).toBe(address);
  });
});

describe("a tipster's record", () => {
  test('shows the yield of 90 days and what it comes from', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('Yield, flat stakes');
    expect(figures()).toEqual([
      'Yield, flat stakes | +11.9% | of 80 priced tickets',
      'Units, flat stakes | +9.50',
      'Hit rate | 59.5% | 48.8% to 69.4%',
      'Average odds | 2.31',
      'Streak | 3 won | longest: 6 won, 4 lost',
    ]);
    expect(screen.text()).toContain('84 settled tickets: 50 won, 34 lost');
    expect(screen.text()).toContain('Games on these tickets: 118 won, 42 lost.');
    expect(screen.text()).toContain('2 tips were withdrawn, in all time.');
    expect(screen.text()).toMatch(/As of .*Nov/);
  });

  test('shows the last five settled where its tips tell them', async () => {
    const author = { picture: null, settled: 84, form: ['lost' as const, 'won' as const] };
    const phone = await aPhoneWith(aTipster({ tips: [serverTip({ author })] }));
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('Last five');
    expect(figures().at(-1)).toBe('Last five | LW');
    expect(document.querySelector('dl [role=img]')?.getAttribute('aria-label')).toBe(
      'Last settled tickets, oldest first: Lost, Won',
    );
  });

  test('opens with the window of a check that somebody shared', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} search={{ check: 'all' }} />, phone);

    await screen.button('Check this record');
    const chosen = document.querySelector('input[type=radio]:checked');
    expect(chosen?.closest('label')?.textContent).toBe('All');
  });

  test('draws its units over time, with the deepest fall', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('Deepest fall from a height: −2.50 units');
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
      'Units over time: +9.5 at the end, +12 at most, 0 at least',
    );
  });

  test('of another time says that nothing was settled in it', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);
    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.chooses('30 days');

    await screen.shows('No ticket was settled in this time.');
    expect(figures()).toEqual([]);
  });

  test('opens with the month that a table led from, in the figures of that table', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);
    const best = { tipsterId, tips: 45, beforeKickOff: 45, points: [] };
    const value = competition({ month: '2026-10', best });
    await phone.publicStore.documents.put({ name: 'competition', value, fetchedAt: 0 });

    const screen = await aScreen(
      <TipsterPage id={tipsterId} search={{ month: '2026-10' }} />,
      phone,
    );

    await screen.shows('All 45 arrived before kick-off');
    expect(figures()).toEqual([
      'Settled tickets | 44 | 24 won, 20 lost',
      'Hit rate | 54.5% | 40.1% to 68.3%',
      'Units, flat stakes | −2.50 | October 2026',
    ]);
    // From +12 to +9.5 in all time.
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
      'Units over time: −2.5 at the end, 0 at most, −2.5 at least',
    );

    await screen.chooses('90 days');

    await screen.shows('Yield, flat stakes');
  });

  test.each([
    {
      tips: 1,
      shownText: 'At the stake they gave: +3.20 units from 40 staked on 1 ticket, a yield of +8%.',
    },
    {
      tips: 12,
      shownText:
        'At the stakes they gave: +3.20 units from 40 staked on 12 tickets, a yield of +8%.',
    },
    {
      tips: 1200,
      shownText:
        'At the stakes they gave: +3.20 units from 40 staked on 1,200 tickets, a yield of +8%.',
    },
  ])('shows stakes where they were given: $tickets tickets', async ({ tips, shownText }) => {
    const phone = await aPhoneWith(aTipster());
    const staked = { tips, units: 40, profit: 3.2, yield: 0.08 };
    const record = fullRecord();
    const windows = { ...record.windows, '90d': windowRecord({ staked }) };
    await holdsRecord(phone, { ...record, windows });

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('At the stake');
    expect(screen.text()).toContain(shownText);
  });

  test('is worked out with its own figures, and split by league, market and month', async () => {
    const phone = await aPhoneWith(aTipster());
    await phone.publicStore.leagues.put({
      key: 'soccer_epl',
      title: 'EPL',
      group: 'Soccer',
      details: '',
      position: 0,
    });
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('Here: y = +9.50 ÷ (84 + 50), which makes 4.3.');
    await screen.shows('As a table');
    await screen.shows('By league');
    expect(heard('[aria-label="Games by league"] li')).toBe('EPL100 gamesUnits+12.40');
    expect(heard('[aria-label="Games by market"] li')).toBe('Over/Under 2.560 gamesUnits−2.25');
    expect(screen.text()).toContain('October 202644 settled tickets−2.50+9.50');
  });

  test('is nobody at an address that names nobody', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(
      <RunningContext value={running(engine)}>
        <TipsterPage id="nobody-at-all" />
      </RunningContext>,
      phone,
    );

    await expect.poll(screen.text, patiently).toContain('There is no such tipster.');
  });

  test('shows six leagues, and all of them on demand', async () => {
    const phone = await aPhoneWith(aTipster());
    const record = fullRecord();
    const [first] = record.byLeague;
    const byLeague = Array.from({ length: 8 }, (_, index) => ({
      ...(first ?? { settled: 1, won: 1, lost: 0, flatProfit: 1 }),
      sportKey: `league-${index}`,
    }));
    await holdsRecord(phone, { ...record, byLeague });
    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    const all = await screen.button('Show all 8');
    const rows = () => document.querySelectorAll('[aria-label="Games by league"] > *').length;
    expect(rows()).toBe(6);
    all.click();
    await screen.until(() => rows() === 8, 'eight leagues');
    expect(await screen.button('Show fewer')).toBe(all);

    all.click();
    await screen.until(() => rows() === 6, 'six leagues');
  });

  test('has a name in each row from the first moment on', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);
    const named = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const row of document.querySelectorAll('[aria-label="Games by league"] li')) {
        named.add(row.textContent.replace(/\d.*/, ''));
      }
    });
    watch.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => watch.disconnect());

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);
    await screen.shows('By league');

    await screen.until(() => named.size > 0, 'a league');
    expect(named).not.toContain('');
  });

  test('is what the list told of it while it cannot be had', async () => {
    const phone = await aPhoneWith(aTipster());
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(
      <RunningContext value={running(engine)}>
        <TipsterPage id={tipsterId} />
      </RunningContext>,
      phone,
    );

    await screen.shows('The whole record could not be fetched.');
    expect(figures()).toEqual([
      'Settled tickets | 84 | 50 won, 34 lost',
      'Hit rate | 59.5% | 48.8% to 69.4%',
      'Units, flat stakes | +9.50 | all time',
    ]);
  });

  test('is none on a backend that knows only the spec’s calls, which is said', async () => {
    const record = { settled: 0, won: 0, lost: 0, flatProfit: 0 };
    const createdAt = new Date(0).toISOString();
    const phone = await aPhoneWith(aTipster({ record, followers: 0, createdAt }));
    const engine = anAnsweredEngine(phone, () => undefined);
    const specOnly = { ...engine, backend: observed<Backend | undefined>(specBackend) };

    const screen = await aScreen(
      <RunningContext value={running(specOnly)}>
        <TipsterPage id={tipsterId} />
      </RunningContext>,
      phone,
    );

    await screen.shows('This server keeps no record of its tipsters.');
    expect(figures()).toEqual([]);
    for (const invented of ['new, 0 of 10', 'follower', 'since']) {
      expect(screen.text()).not.toContain(invented);
    }
  });
});

describe("a tipster's page", () => {
  test('says who they are, since when, and what they tipped last', async () => {
    const contact = { state: 'Lagos', address: '1 Marina' };
    const phone = await aPhoneWith(aTipster({ tips: [serverTip({ outcome: 'won' })] }), contact);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.shows('1,204 followers');
    expect(screen.text()).toContain('1 Marina, Lagos, Nigeria');
    expect(screen.text()).toContain('since March 2025');
    expect(screen.text()).toContain('Arsenal – Chelsea');
    expect(screen.text()).not.toContain('Handicap');
  });

  test('is followed at once, and the server is told later', async () => {
    const screen = await aScreen(<TipsterPage id={tipsterId} />, await aPhoneWith(aTipster()));

    await screen.presses('Follow');

    await screen.button('FollowingSaved on this phone');
    expect(await screen.pending()).toMatchObject([
      { kind: 'follow.set', payload: { tipsterId, following: true } },
    ]);
  });

  test('is said to be followed once this phone has stored it', async () => {
    const phone = await aPhoneWith(aTipster());
    await phone.store.follows.put({ tipsterId, following: true });
    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);
    const is = async (words: string, pressed: boolean) =>
      screen.until(async () => {
        const key = await screen.button(/^Follow/);
        return key.textContent === words && key.getAttribute('aria-pressed') === String(pressed);
      }, words);
    await is('Following', true);
    await phone.store.follows.clear();
    await is('Follow', false);

    const stored = keepBusy(phone.store);
    await screen.presses('Follow');
    await is('Follow', true);
    stored();

    await is('FollowingSaved on this phone', true);
    expect(await screen.pending()).toMatchObject([{ kind: 'follow.set' }]);
  });

  test('is unfollowed without a question, and that can be undone', async () => {
    const phone = await aPhoneWith(aTipster());
    await phone.store.follows.put({ tipsterId, following: true });
    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.presses(/^Following/);
    await screen.button('FollowSaved on this phone');
    const [toast] = screen.toasts;
    expect(toast).toMatchObject({
      text: 'You no longer follow this tipster',
      undo: expect.any(Function),
      subject: `follow:${tipsterId}`,
    });
    toast?.undo?.();

    await screen.button('FollowingSaved on this phone');
    expect(await screen.pending()).toMatchObject([{ payload: { tipsterId, following: true } }]);
  });

  test('of oneself offers to edit instead of to follow', async () => {
    const self = aTipster({ id: memberId });
    const screen = await aScreen(<TipsterPage id={memberId} />, await aPhoneWith(self));

    await screen.link('Edit profile');
    expect(screen.text()).not.toContain('Follow ');
  });
});
