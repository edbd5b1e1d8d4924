import type { Leg } from '#contract/tips.ts';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadClubs } from '#client/clubs.ts';
import { Badge } from '#client/ui/member/badge.tsx';
import { Bars } from '#client/ui/chart/bars.tsx';
import { Chips, RadioChip } from '#client/ui/chip.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { FixtureRow } from '#client/ui/fixture/fixture-row.tsx';
import { contrast, letterColour } from '#domain/clubs/paint.ts';
import { OptionPriceButton } from '#client/ui/odds/price-button.tsx';
import { CardAction } from '#client/ui/tip/card-action.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { clubs } from '#domain/clubs/clubs.ts';
import { leg, serverTip } from '../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

beforeAll(loadClubs);

const now = new Date('2026-11-28T14:18:00Z');
const later = '2026-11-28T15:00:00.000Z';
const earlier = '2026-11-28T13:00:00.000Z';

/** Renders an element and returns the page. */
async function drawn(part: ReactNode): Promise<HTMLElement> {
  await aScreen(<main>{part}</main>, aPhone());
  await expect.poll(() => document.querySelector('main')).not.toBeNull();
  return document.querySelector('main') ?? document.body;
}

/** The accessible names of all images. */
function pictures(page: HTMLElement): (string | null)[] {
  return [...page.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));
}

describe('a badge', () => {
  test('contains the code of its club if it is large enough, without an accessible name', async () => {
    const page = await drawn(
      <>
        <Badge team="Arsenal FC" size={28} />
        <Badge team="Arsenal FC" size={20} />
      </>,
    );

    expect(pictures(page)).toEqual([]);
    expect([...page.querySelectorAll('svg text')].map((code) => code.textContent)).toEqual(['ARS']);
  });

  test.each(clubs)('of $short has a readable code', ({ colours: [first, second] }) => {
    // On a red of medium brightness, no text colour reaches a contrast much above 4.
    expect(contrast(first, letterColour(first, second))).toBeGreaterThanOrEqual(4);
  });
});

describe('an avatar', () => {
  test('without a picture shows the first letters of the first and the last word', async () => {
    const page = await drawn(<Avatar name="Lotte van den Berg" />);

    expect(page.textContent).toContain('LB');
  });

  test('shows these letters if its picture cannot be loaded', async () => {
    const page = await drawn(<Avatar name="Ada Obi" picture="/pictures/gone.webp" />);

    page.querySelector('img')?.dispatchEvent(new Event('error'));

    await expect.poll(() => page.textContent).toContain('AO');
    expect(page.querySelector('img')).toBeNull();
  });
});

test('bars show the units of each part, and the number of games', async () => {
  const bars = [{ key: 'epl', name: 'EPL', settled: 23, units: -4.2 }];

  const page = await drawn(<Bars label="By league" bars={bars} />);

  expect(page.querySelector('[aria-label="By league"]')?.textContent).toBe(
    'EPL2323 gamesUnits−4.20',
  );
});

test('a key of a closed game cannot be pressed', async () => {
  const quote = { odd: 1.95, isEstimate: false };

  const page = await drawn(<OptionPriceButton name="home 1" quote={quote} picked={false} closed />);

  expect(page.querySelector('button')?.disabled).toBe(true);
});

describe('a row of a game', () => {
  const game = { id: 'forest-chelsea', home: 'Nottingham Forest FC', away: 'Chelsea FC', now };

  test('shows short names of clubs, and full names for screen readers', async () => {
    const page = await drawn(<FixtureRow {...game} kickOff={earlier} />);

    expect(page.querySelector('bdi')?.textContent).toBe('Nottm Forest');
    expect(page.querySelector('bdi')?.getAttribute('aria-hidden')).toBe('true');
    expect(page.querySelector('.sr-only')?.textContent).toMatch(
      /^Nottingham Forest FC v Chelsea FC, /,
    );
  });

  test('shows the minutes until a game of the next hour', async () => {
    const page = await drawn(<FixtureRow {...game} kickOff={later} further={48} />);

    expect(page.textContent).toContain('42 min');
    expect(page.textContent).not.toContain('+48');
  });

  test('shows a score instead of keys once the game has started', async () => {
    const started = { score: { home: 2, away: 0 } };

    const page = await drawn(
      <FixtureRow {...game} kickOff={earlier} started={started}>
        <OptionPriceButton name="home" quote={{ odd: 2, isEstimate: false }} picked={false} />
      </FixtureRow>,
    );

    expect(page.querySelector('button')).toBeNull();
    expect(page.textContent).toMatch(/In play2–0$/);
  });
});

test('exclusive chips are radio buttons with one name, and so a single tab stop', async () => {
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

describe('a tip card', () => {
  const open = leg({ game: 'Fulham FC Vs Chelsea FC', odd: 1.75, startDateOfGame: later });
  const started = { ...open, fixtureId: 'started', startDateOfGame: earlier };
  const score: Leg['score'] = { fullTime: [4, 4] };
  const certain = (oddName: string): Leg => ({
    ...started,
    oddName,
    fixtureStatus: 'in-play',
    score,
  });
  const tip = serverTip({ options: [open], totalOdds: 1.75, expiryTime: later });
  const text = async (card: ReactNode) => (await drawn(card)).textContent;

  test('shows its stake and the time until it closes', async () => {
    const words = await text(<TipCard tip={{ ...tip, stake: 3 }} now={now} />);

    expect(words).toContain('Stake 3 · closes in 42 min');
  });

  test('marks a total with an estimate, and shows how many prices are missing', async () => {
    const options = [open, { ...open, fixtureId: 'other', odd: 0, estimatedOdd: 2 }];
    const unpriced = { ...tip, options, totalOdds: 0, estimatedTotal: 3.5 };

    const words = await text(<TipCard tip={unpriced} now={now} />);

    expect(words).toContain('≈ 3.50about 3.501 price to come');
  });

  test('in play counts legs that are certain by the score, and shows them as won or lost', async () => {
    const options = [certain('O/U 2.5 - Over'), open];

    const page = await drawn(<TipCard tip={{ ...tip, options }} now={now} />);

    expect(page.textContent).toContain('4–4Won');
    expect(page.textContent).toContain('1 of 2 won so far');
    expect(pictures(page)).toEqual(['Won', 'Waiting', 'Won, to come']);
  });

  test('says that certain legs and a certain tip are not confirmed yet', async () => {
    const options = [certain('O/U 2.5 - Under'), open];

    const words = await text(<TipCard tip={{ ...tip, options }} now={now} />);

    expect(words.match(/Lost, not confirmed yet/g)).toHaveLength(2);
    expect(words).not.toContain('In play');
  });

  test('shows a corrected leg with its former result, the time and the reason', async () => {
    const corrected = {
      result: 'won' as const,
      at: '2026-03-07T16:00:00.000Z',
      reason: 'The score was a typing mistake.',
      confirmedAt: '2026-03-02T12:30:00.000Z',
    };
    const options = [{ ...started, result: 'lost' as const, corrected }];

    const page = await drawn(<TipCard tip={{ ...tip, options, outcome: 'lost' }} now={now} />);

    expect(page.querySelector('s')?.textContent).toBe('Won');
    expect(page.textContent).toContain('Before: Won Lost · Corrected by an administrator, Mar 7');
    expect(page.textContent).toMatch(/5 days,? 3 hr after the confirmation/);
    expect(page.textContent).toContain('The score was a typing mistake.');
  });

  test.each([
    ['won', 2, '+1.5 units'],
    ['lost', 2, '−2 units'],
    ['lost', undefined, '−1 unit'],
    ['void', 2, '0 units'],
  ] as const)('that is %s at a stake of %s shows %s', async (outcome, stake, units) => {
    const options = [{ ...started, result: outcome }];
    const settled = { ...tip, options, outcome, ...(stake !== undefined && { stake }) };

    const words = await text(<TipCard tip={settled} now={now} />);
    expect(words).toMatch(new RegExp(`${units.replace('+', '\\+')}(?!s)`));
    expect(words.toLowerCase()).toContain(outcome);
  });

  test.each([
    ['won', { totalOdds: 0 }],
    ['lost', { totalOdds: 0 }],
    ['won', { totalOdds: 3.1, recordOdds: 0 }],
    ['lost', { totalOdds: 3.1, recordOdds: 0 }],
  ] as const)(
    'that is %s with %j at kick-off shows no units of the record',
    async (outcome, odds) => {
      const settled = { ...tip, outcome, ...odds, options: [{ ...started, result: outcome }] };

      expect(await text(<TipCard tip={settled} now={now} />)).not.toContain('unit');
    },
  );

  test('that was priced after kick-off shows the units that the record counts', async () => {
    const options = [{ ...started, result: 'won' as const, odd: 9 }];
    const settled = { ...tip, outcome: 'won' as const, totalOdds: 9, recordOdds: 2.5, options };

    expect(await text(<TipCard tip={settled} now={now} />)).toContain('+1.5 units');
  });

  test('shows the record of its tipster in one line', async () => {
    const author = { picture: null, settled: 84, yield: 0.115, hitRate: 0.58, form: [] };

    const words = await text(<TipCard tip={{ ...tip, author }} now={now} />);

    expect(words).toContain('+11.5% yield58% of 84');
  });

  test('leaves out unknown values', async () => {
    const words = await text(
      <TipCard tip={tip} now={now} actions={<CardAction icon="share">Share</CardAction>} />,
    );

    expect(words).not.toMatch(/yield| of |Stake|Won|Lost|Score|–$/);
  });
});
