import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Leg } from '#contract/tips.ts';
import { BookedTipDetails } from '#client/features/my-tips/booked-tip-details.tsx';
import { TipEventList } from '#client/features/pages/tip-history.tsx';
import { OptionSections } from '#client/features/slip/options.tsx';
import { OddsGroupBreakdown } from '#client/features/tipsters/record-breakdown.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { TipModal } from '#client/ui/tip/tip-modal.tsx';
import { bettingOptions, oddNameOf, oddsGroups } from '#domain/catalogue.ts';
import { leg, serverTip } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { aCheckedEvent } from '../../../testing/components/checked-events.ts';
import { aFixtureRow } from '../../../testing/components/fixture-rows.ts';

const options = bettingOptions.map((option): Leg => {
  const fixtureId = `fixture-${option.oddsId}`;
  const { oddsGroup: group } = option;
  return leg({ fixtureId, game: 'Arsenal Vs Chelsea', group, oddName: oddNameOf(option) });
});
const tip = serverTip({ options });
const decided = serverTip({
  options: options.map((one) => ({
    ...one,
    result: 'won',
    fact: { code: 'ended', fullTime: { home: 2, away: 1 } },
  })),
  outcome: 'won',
  IsGameSuccessful: true,
});
const slices = oddsGroups.map(({ group }) => ({
  group,
  settled: 2,
  won: 1,
  lost: 1,
  flatProfit: 1.5,
}));

/** The codes of all options and groups in the catalogue, as the server sends them. */
const codes = [
  ...bettingOptions.map(oddNameOf),
  ...oddsGroups.map(({ group }) => group).filter((group) => /[A-Z0-9]{2}|O\/U/.test(group)),
];

const nothing = () => undefined;
const now = new Date();
const screens: { what: string; content: ReactNode; shows: string }[] = [
  { what: 'a card', content: <TipCard tip={tip} />, shows: 'Arsenal to win' },
  { what: 'a settled card', content: <TipCard tip={decided} reasons />, shows: 'Arsenal to win' },
  {
    what: 'a tip in full',
    content: <TipModal tip={tip} now={now} onClose={nothing} />,
    shows: 'Arsenal to win',
  },
  {
    what: 'a booked ticket in full',
    content: <BookedTipDetails tip={decided} onClose={nothing} />,
    shows: 'Arsenal to win',
  },
  {
    what: 'the history of a tip',
    content: (
      <TipEventList
        events={[aCheckedEvent({ after: { legs: options } })]}
        gameOf={() => 'Arsenal Vs Chelsea'}
      />
    ),
    shows: 'Arsenal to win',
  },
  {
    what: 'the options of a game',
    content: <OptionSections fixture={aFixtureRow()} chosen={9} onPick={async () => undefined} />,
    shows: 'Match result',
  },
  {
    what: 'a record by market',
    content: <OddsGroupBreakdown slices={slices} />,
    shows: 'Match result',
  },
];

test.each(screens)('$what shows every pick in words, without codes', async ({ content, shows }) => {
  const screen = await aScreen(content, aPhone());

  await screen.shows(shows);
  const more = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.startsWith('Show all'),
  );
  more?.click();

  const heard = [...document.querySelectorAll('[aria-label], [title]')].flatMap((element) => [
    element.getAttribute('aria-label') ?? '',
    element.getAttribute('title') ?? '',
  ]);
  const text = [screen.text(), ...heard].join('\n');
  expect(codes.filter((code) => text.includes(code))).toEqual([]);
});
