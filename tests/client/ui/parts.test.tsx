// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadClubs } from '#client/clubs.ts';
import { Badge } from '#client/ui/member/badge.tsx';
import { Bars } from '#client/ui/chart/bars.tsx';
import { ChipLink, Chips, RadioChip, ToggleChip } from '#client/ui/chip.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { DayHeading } from '#client/ui/fixture/day-heading.tsx';
import { FixtureCard, FixtureRow } from '#client/ui/fixture/fixture-row.tsx';
import { LeagueHeader } from '#client/ui/fixture/league-header.tsx';
import { Flag } from '#client/ui/member/flag.tsx';
import { LineChart } from '#client/ui/chart/line-chart.tsx';
import { contrast, letterColour } from '#domain/clubs/paint.ts';
import { PriceKey } from '#client/ui/chart/price-key.tsx';
import { CardAction } from '#client/ui/tip/card-action.tsx';
import { LegBar, Perforation } from '#client/ui/tip/leg-bar.tsx';
import { Balls, Stamp, StateIcon } from '#client/ui/tip/outcome.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { clubs } from '#domain/clubs/clubs.ts';
import { leg, serverTip } from '../../testing/engine/samples.ts';
import { aPhone, aScreen, patiently } from '../../testing/components/a-screen.tsx';

beforeAll(loadClubs);

const now = new Date('2026-11-28T14:18:00Z');
const later = '2026-11-28T15:00:00.000Z';
const earlier = '2026-11-28T13:00:00.000Z';

/** Renders an element and returns its page. */
async function drawn(part: ReactNode): Promise<HTMLElement> {
  await aScreen(<main>{part}</main>, aPhone());
  await expect.poll(() => document.querySelector('main'), patiently).not.toBeNull();
  return document.querySelector('main') ?? document.body;
}

/** The accessible names of every image. */
function pictures(page: HTMLElement): (string | null)[] {
  return [...page.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));
}

describe('a badge', () => {
  test('is silent beside the name of its club', async () => {
    const page = await drawn(<Badge team="Arsenal FC" size={28} />);

    expect(pictures(page)).toEqual([]);
    expect(page.querySelector('svg text')?.textContent).toBe('ARS');
  });

  test('says the whole name where it stands alone', async () => {
    const page = await drawn(<Badge team="Arsenal FC" alone />);

    expect(pictures(page)).toEqual(['Arsenal FC']);
  });

  test('has no letters where they would be too small', async () => {
    const page = await drawn(<Badge team="Arsenal FC" size={20} />);

    expect(page.querySelector('svg text')).toBeNull();
  });

  test.each(clubs)('of $short has a code that can be read', ({ colours: [first, second] }) => {
    // White or ink on a middling red has a contrast of a little over 4, which no text colour
    // exceeds.
    expect(contrast(first, letterColour(first, second))).toBeGreaterThanOrEqual(4);
  });
});

describe('a face', () => {
  test('without a picture is the first letters of the first and the last word', async () => {
    const page = await drawn(<Avatar name="Lotte van den Berg" />);

    expect(page.textContent).toContain('LB');
  });

  test('has those letters where its picture cannot be loaded, until there is another', async () => {
    const page = await drawn(<Avatar name="Ada Obi" picture="/pictures/gone.webp" />);

    page.querySelector('img')?.dispatchEvent(new Event('error'));

    await expect.poll(() => page.textContent).toContain('AO');
    expect(page.querySelector('img')).toBeNull();
  });

  test('has the same colour for a name on every screen', async () => {
    const page = await drawn(
      <>
        <Avatar name="Ada Obi" />
        <Avatar name="Ada Obi" size={76} />
      </>,
    );

    const [one, other] = [...page.querySelectorAll<HTMLElement>('span[style]')];
    expect(one?.style.backgroundColor).not.toBe('');
    expect(other?.style.backgroundColor).toBe(one?.style.backgroundColor);
  });
});

describe('names for who cannot see', () => {
  test('of balls tell the outcomes in order', async () => {
    const page = await drawn(<Balls form={['won', 'lost', 'void']} />);

    expect(pictures(page)).toEqual(['Last settled tickets, oldest first: Won, Lost, Void']);
  });

  test.each([
    ['won', 'Won'],
    ['in-play', 'In play'],
    ['pending', 'Waiting'],
  ] as const)('of a leg that is %s say %s', async (state, name) => {
    const page = await drawn(<StateIcon state={state} />);

    expect(pictures(page)).toEqual([name]);
  });

  test('of the bar of a tip in play go game by game', async () => {
    const page = await drawn(<LegBar segments={['won', 'winning', 'losing', 'pending']} />);

    expect(pictures(page)).toEqual(['Won, winning, losing, to come']);
  });

  test('of a chart give its end and its extremes', async () => {
    const points = [3, -2.5, 8.2].map((units, day) => ({ at: `2026-09-0${day + 1}`, units }));

    const page = await drawn(<LineChart points={points} />);

    expect(pictures(page)).toEqual([
      'Units over time: +8.2 at the end, +8.2 at most, −2.5 at least',
    ]);
  });

  test('of bars say how much each part brought, and from how many', async () => {
    const bars = [{ key: 'epl', name: 'EPL', settled: 23, units: -4.2 }];

    const page = await drawn(<Bars label="By league" bars={bars} />);

    expect(page.querySelector('[aria-label="By league"]')?.textContent).toBe(
      'EPL2323 gamesUnits−4.20',
    );
  });
});

describe('a key', () => {
  const key = {
    name: 'Arsenal v Chelsea, home 1',
    quote: { odd: 1.95, isEstimate: false },
    picked: false,
  };

  test('tells by more than its colour that it is picked', async () => {
    const page = await drawn(<PriceKey {...key} picked />);

    expect(page.querySelector('button')?.getAttribute('aria-pressed')).toBe('true');
  });

  test('without a price can be picked', async () => {
    const page = await drawn(<PriceKey {...key} quote={undefined} />);

    expect(page.querySelector('button')?.disabled).toBe(false);
    expect(page.querySelector('button')?.textContent).toBe('price later');
  });

  test('of a closed game can not', async () => {
    const page = await drawn(<PriceKey {...key} closed />);

    expect(page.querySelector('button')?.disabled).toBe(true);
  });
});

describe('a row of a game', () => {
  const game = { id: 'forest-chelsea', home: 'Nottingham Forest FC', away: 'Chelsea FC', now };

  test('writes clubs short, and reads them out in full', async () => {
    const page = await drawn(<FixtureRow {...game} kickOff={earlier} />);

    expect(page.querySelector('bdi')?.textContent).toBe('Nottm Forest');
    expect(page.querySelector('bdi')?.getAttribute('aria-hidden')).toBe('true');
    expect(page.querySelector('.sr-only')?.textContent).toMatch(
      /^Nottingham Forest FC v Chelsea FC, /,
    );
  });

  test('says how soon a game of the next hour begins', async () => {
    const page = await drawn(<FixtureRow {...game} kickOff={later} further={48} />);

    expect(page.textContent).toContain('42 min');
    expect(page.textContent).not.toContain('+48');
  });

  test('that has started has a score in place of its keys', async () => {
    const started = { score: { home: 2, away: 0 } };

    const page = await drawn(
      <FixtureRow {...game} kickOff={earlier} started={started}>
        <PriceKey name="home" quote={{ odd: 2, isEstimate: false }} picked={false} />
      </FixtureRow>,
    );

    expect(page.querySelector('button')).toBeNull();
    expect(page.textContent).toMatch(/In play2–0$/);
  });

  test('stands under its day and its league', async () => {
    const page = await drawn(
      <>
        <DayHeading day="Today" note="14 games" />
        <FixtureCard>
          <LeagueHeader sportKey="soccer_spain_la_liga" title="La Liga - Spain" />
          <Flag code={undefined} />
        </FixtureCard>
      </>,
    );

    const headings = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings).toEqual(['Today', 'La Liga']);
  });
});

describe('chips', () => {
  test('tell which of them are on', async () => {
    const page = await drawn(
      <Chips label="Favourites">
        <ToggleChip on>Arsenal</ToggleChip>
        <ToggleChip on={false}>Chelsea</ToggleChip>
        <ChipLink to="/here">In play</ChipLink>
      </Chips>,
    );

    const pressed = [...page.querySelectorAll('button')].map((chip) =>
      chip.getAttribute('aria-pressed'),
    );
    expect(pressed).toEqual(['true', 'false']);
    expect(page.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Favourites');
  });

  test('of which one is chosen are radio buttons of one name: a single stop on the way', async () => {
    const chosen: string[] = [];
    const page = await drawn(
      <Chips label="Which tips" role="radiogroup">
        <RadioChip name="view" checked onChoose={() => chosen.push('all')}>
          All
        </RadioChip>
        <RadioChip name="view" checked={false} onChoose={() => chosen.push('following')}>
          Following
        </RadioChip>
      </Chips>,
    );

    const group = page.querySelector('[role=radiogroup]');
    expect(group?.getAttribute('aria-label')).toBe('Which tips');
    const radios = [...(group?.querySelectorAll('input') ?? [])];
    expect(radios.map(({ type, name, checked }) => [type, name, checked])).toEqual([
      ['radio', 'view', true],
      ['radio', 'view', false],
    ]);
    radios[1]?.click();
    expect(chosen).toEqual(['following']);
  });
});

describe('a tip card', () => {
  const open = leg({ game: 'Fulham FC Vs Chelsea FC', odd: 1.75, startDateOfGame: later });
  const started = { ...open, fixtureId: 'started', startDateOfGame: earlier };
  const tip = serverTip({ options: [open], totalOdds: 1.75, expiryTime: later });
  const text = async (card: ReactNode) => (await drawn(card)).textContent;

  test('says the pick as people do, with the game and the price', async () => {
    expect(await text(<TipCard tip={tip} now={now} />)).toContain('Fulham to win');
  });

  test('marks a total with an estimate in it, and says how many prices are to come', async () => {
    const options = [open, { ...open, fixtureId: 'other', odd: 0, estimatedOdd: 2 }];
    const unpriced = { ...tip, options, totalOdds: 0, estimatedTotal: 3.5 };

    const words = await text(<TipCard tip={unpriced} now={now} />);

    expect(words).toContain('≈ 3.50about 3.501 price to come');
  });

  test('in play counts what is won, game by game', async () => {
    const options = [{ ...started, result: 'won' as const }, open];

    const page = await drawn(<TipCard tip={{ ...tip, options }} now={now} />);

    expect(page.textContent).toContain('1 of 2 won so far');
    expect(pictures(page)).toContain('Won, to come');
  });

  test('in play counts and says what is certain by the score as won or lost', async () => {
    const certain = { ...started, score: { fullTime: [4, 4] as [number, number] } };
    const options = [certain, open];
    const resultSoFarOf = ({ fixtureId }: typeof open) =>
      fixtureId === 'started' ? ({ result: 'won', decided: true } as const) : undefined;

    const page = await drawn(
      <TipCard tip={{ ...tip, options }} now={now} resultSoFarOf={resultSoFarOf} />,
    );

    expect(page.textContent).toContain('4–4Won');
    expect(page.textContent).toContain('1 of 2 won so far');
    expect(pictures(page)).toEqual(['Won', 'Waiting', 'Won, to come']);
  });

  test('says of what is certain that nobody has confirmed it, of the tip too once it is', async () => {
    const certain = { ...started, score: { fullTime: [4, 4] as [number, number] } };
    const resultSoFarOf = ({ fixtureId }: typeof open) =>
      fixtureId === 'started' ? ({ result: 'lost', decided: true } as const) : undefined;

    const words = await text(
      <TipCard
        tip={{ ...tip, options: [certain, open] }}
        now={now}
        resultSoFarOf={resultSoFarOf}
      />,
    );

    expect(words.match(/Lost, not confirmed yet/g)).toHaveLength(2);
    expect(words).not.toContain('In play');
  });

  test('shows what a leg was before it was corrected, when that was and why', async () => {
    const corrected = {
      result: 'won' as const,
      at: '2026-03-07T16:00:00.000Z',
      reason: 'The score was a typing mistake.',
    };
    const options = [{ ...started, result: 'lost' as const, corrected }];

    const page = await drawn(<TipCard tip={{ ...tip, options, outcome: 'lost' }} now={now} />);

    expect(page.querySelector('s')?.textContent).toBe('Won');
    expect(page.textContent).toContain('Before: Won Lost · Corrected by an administrator, Mar 7');
    expect(page.textContent).toContain('The score was a typing mistake.');
  });

  test.each([
    ['won', 2, '+1.5 units'],
    ['lost', 2, '−2 units'],
    ['lost', undefined, '−1 unit'],
    ['void', 2, '0 units'],
  ] as const)('that is %s at a stake of %s came to %s', async (outcome, stake, units) => {
    const options = [{ ...started, result: outcome }];
    const settled = { ...tip, options, outcome, ...(stake !== undefined && { stake }) };

    const words = await text(<TipCard tip={settled} now={now} />);
    expect(words).toMatch(new RegExp(`${units.replace('+', '\\+')}(?!s)`));
  });

  test.each([
    ['won', { totalOdds: 0 }],
    ['lost', { totalOdds: 0 }],
    ['won', { totalOdds: 3.1, recordOdds: 0 }],
    ['lost', { totalOdds: 3.1, recordOdds: 0 }],
  ] as const)(
    'that is %s with %j at kick-off came to no units that count',
    async (outcome, odds) => {
      const settled = { ...tip, outcome, ...odds, options: [{ ...started, result: outcome }] };

      expect(await text(<TipCard tip={settled} now={now} />)).not.toContain('unit');
    },
  );

  test('that was priced anew after kick-off came to what the record counts', async () => {
    const options = [{ ...started, result: 'won' as const, odd: 9 }];
    const settled = { ...tip, outcome: 'won' as const, totalOdds: 9, recordOdds: 2.5, options };

    expect(await text(<TipCard tip={settled} now={now} />)).toContain('+1.5 units');
  });

  test('shows the record of its tipster in a line', async () => {
    const author = { picture: null, settled: 84, yield: 0.115, hitRate: 0.58, form: [] };

    const words = await text(<TipCard tip={{ ...tip, author }} now={now} />);

    expect(words).toContain('+11.5% yield58% of 84');
  });

  test('prints nothing that is not known', async () => {
    const words = await text(
      <TipCard tip={tip} now={now} actions={<CardAction icon="share">Share</CardAction>} />,
    );

    expect(words).not.toMatch(/yield| of |Stake|Won|Lost|Score|–$/);
  });

  test('stamps what it came to', async () => {
    expect(await text(<Stamp outcome="void" />)).toContain('Void');
  });

  test('darkens the perforation as far as there is time left', async () => {
    const page = await drawn(<Perforation remaining={0.25} />);

    expect(page.querySelector<HTMLElement>('[style]')?.style.inlineSize).toBe('25%');
  });
});
