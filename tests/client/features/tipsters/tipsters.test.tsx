import { describe, expect, onTestFinished, test } from 'vitest';
import { TipsterPage, toWhatsAppUrl } from '#client/features/tipsters/tipster-page.tsx';
import type { Tipster } from '#contract/members.ts';
import type { FullRecord } from '#contract/records.ts';
import type { ProfileSearch } from '#contract/site/pages.ts';
import { createObservable } from '#sync/observable.ts';
import { competition, fullRecord } from '../../../testing/engine/records.ts';
import { memberId, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { blockWrites } from '../../../testing/components/a-busy-disk.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen, type Screen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWith, aTipster } from '../../../testing/components/a-tipster.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

type ProfileProps = {
  tipster?: Partial<Tipster>;
  record?: Partial<FullRecord>;
  search?: ProfileSearch;
};

/** Renders the profile of a tipster with their record. */
async function aProfile({ tipster, record, search = {} }: ProfileProps = {}): Promise<Screen> {
  const phone = await aPhoneWith(aTipster(tipster));
  const value = { ...fullRecord(), ...record };
  await phone.publicStore.documents.put({ name: `record:${tipsterId}`, value, fetchedAt: 0 });
  const best = { tipsterId, tips: 45, beforeKickOff: 45, points: [] };
  const month = competition({ month: '2026-10', best });
  await phone.publicStore.documents.put({ name: 'competition', value: month, fetchedAt: 0 });
  return aScreen(<TipsterPage id={tipsterId} search={search} />, phone);
}

const figures = () =>
  [...document.querySelectorAll('dl > div')].map((figure) =>
    [...figure.children].map((part) => part.textContent).join(' | '),
  );

test.each([
  { phone: '+234 800-000 0000', address: 'https://wa.me/2348000000000' },
  { phone: ' +44 7700 900112', address: 'https://wa.me/447700900112' },
  { phone: '0800 000 000', address: undefined },
  { phone: '+', address: undefined },
  { phone: undefined, address: undefined },
])('a phone number $phone is $address on WhatsApp', ({ phone, address }) => {
  expect(toWhatsAppUrl(phone)).toBe(address);
});

describe("a tipster's record", () => {
  const form = ['lost' as const, 'won' as const];
  const author = { picture: null, settled: 84, form };

  test.each([
    { tips: [serverTip({ author })], figure: 'Last five | LW' },
    { tips: [], figure: 'Streak | 3 won | longest: 6 won, 4 lost' },
  ])('ends with the last five results if its tips are known: $figure', async ({ tips, figure }) => {
    const screen = await aProfile({ tipster: { tips } });

    await screen.shows('Yield, flat stakes');
    expect(figures().at(-1)).toBe(figure);
  });

  test('opens with the window of a shared check', async () => {
    const screen = await aProfile({ search: { check: 'all' } });

    await screen.button('Check this record');
    const chosen = document.querySelector('input[type=radio]:checked');
    expect(chosen?.closest('label')?.textContent).toBe('All');
  });

  test('without a settled ticket in a window says so', async () => {
    const screen = await aProfile();

    await screen.chooses('30 days');

    await screen.shows('No ticket was settled in this time.');
    expect(figures()).toEqual([]);
  });

  test('opens with the month of the table that linked to it, with equal figures', async () => {
    const screen = await aProfile({ search: { month: '2026-10' } });

    await screen.shows('All 45 arrived before kick-off');
    expect(figures()).toEqual([
      'Settled tickets | 44 | 24 won, 20 lost',
      'Hit rate | 54.5% | 40.1% to 68.3%',
      'Units, flat stakes | −2.50 | October 2026',
    ]);
    // In the record of all time the units fall from +12 to +9.5.
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
      'Units over time: −2.5 at the end, 0 at most, −2.5 at least',
    );

    await screen.chooses('90 days');

    await screen.shows('Yield, flat stakes');
  });

  test('does not exist at an address with an unknown id', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(<TipsterPage id="nobody-at-all" />, phone, { engine });

    await screen.shows('There is no such tipster.');
    expect(screen.names('a')).toEqual(['All tipsters']);
  });

  test('shows six leagues at first, and all on demand', async () => {
    const slice = { settled: 1, won: 1, lost: 0, flatProfit: 1 };
    const byLeague = Array.from({ length: 8 }, (_, index) => ({
      ...slice,
      sportKey: `league-${index}`,
    }));
    const screen = await aProfile({ record: { byLeague } });

    const all = await screen.button('Show all 8');
    const rows = () => document.querySelectorAll('[aria-label="Games by league"] > *').length;
    expect(rows()).toBe(6);
    all.click();
    await screen.until(() => rows() === 8, 'eight leagues');
    expect(await screen.button('Show fewer')).toBe(all);

    all.click();
    await screen.until(() => rows() === 6, 'six leagues');
  });

  test('has a name in each row from the first render on', async () => {
    const named = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const row of document.querySelectorAll('[aria-label="Games by league"] li')) {
        named.add(row.textContent.replace(/\d.*/, ''));
      }
    });
    watch.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => watch.disconnect());

    const screen = await aProfile();
    await screen.shows('By league');

    await screen.until(() => named.size > 0, 'a league');
    expect(named).not.toContain('');
  });

  test('shows the figures of the list while the whole record cannot be fetched', async () => {
    const phone = await aPhoneWith(aTipster());
    const engine = anAnsweredEngine(phone, () => undefined);
    const online = { engine, isOnline: true };

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone, online);

    await screen.shows('The whole record could not be fetched.');
    expect(figures()).toEqual([
      'Settled tickets | 84 | 50 won, 34 lost',
      'Hit rate | 59.5% | 48.8% to 69.4%',
      'Units, flat stakes | +9.50 | all time',
    ]);
  });

  test('does not exist on a spec-only backend, and the page says so', async () => {
    const record = { settled: 0, won: 0, lost: 0, flatProfit: 0 };
    const createdAt = new Date(0).toISOString();
    const phone = await aPhoneWith(aTipster({ record, followers: 0, createdAt }));
    const backend = createObservable<Backend | undefined>(specBackend);
    const engine = { ...anAnsweredEngine(phone, () => undefined), backend };

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone, { engine });

    await screen.shows('This server keeps no record of its tipsters.');
    expect(figures()).toEqual([]);
    for (const invented of ['new, 0 of 10', 'follower', 'since']) {
      expect(screen.text()).not.toContain(invented);
    }
  });
});

describe("a tipster's page", () => {
  test('shows the member as followed once this phone has stored the follow', async () => {
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

    const stored = blockWrites(phone.store);
    await screen.presses('Follow');
    await is('Follow', true);
    stored();

    await is('FollowingSaved on this phone', true);
    expect(await screen.pending()).toMatchObject([{ kind: 'follow.set' }]);
  });

  test('of the member’s own offers Edit instead of Follow', async () => {
    const self = aTipster({ id: memberId });
    const screen = await aScreen(<TipsterPage id={memberId} />, await aPhoneWith(self));

    await screen.link('Edit profile');
    expect(screen.text()).not.toContain('Follow ');
  });
});
