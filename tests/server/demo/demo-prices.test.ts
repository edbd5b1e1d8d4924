import { gt } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { recentTips, type Tip } from '#contract/tips.ts';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { estimateOptionPrices } from '#domain/odds/estimate.ts';
import { type FeedPrices, computePostingOdds, quoteOf, totalQuoteOf } from '#domain/odds/quote.ts';
import { totalsOf } from '#domain/tip.ts';
import { fixtures } from '#server/db/schema.ts';
import { seedDemoSeason } from '#server/demo/season.ts';
import { toFeedPrices } from '#server/fixtures/presenter.ts';

import { nextPath, theApi } from '../../testing/server/api.ts';
import { aClock } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';

const clock = aClock('2026-11-20T10:20:00.000Z');
const { database } = await aDatabase();
await seedDemoSeason(database, { clock, hashPassword: async () => 'none' });
const api = await theApi({ clock, database });

const mainGroups = ['1X2', 'Double Chance', 'O/U 1.5', 'O/U 2.5', 'O/U 3.5', 'GG/NG', 'DNB'];

/** Returns the options of a game without a price, and those without an estimate. */
function missingIn(feed: FeedPrices) {
  // All options use the same estimate of the game.
  const estimates = feed.prices && estimateOptionPrices(feed.prices);
  const odds = bettingOptions.map((option) => ({
    option,
    odds: computePostingOdds(feed, option.oddsId, () => estimates),
  }));
  return {
    unpriced: new Set(
      odds.flatMap(({ option, odds: { odd } }) => (odd === 0 ? [option.oddsGroup] : [])),
    ),
    unquoted: odds.flatMap(({ option, odds: each }) => (quoteOf(each) ? [] : [oddNameOf(option)])),
  };
}

/** Returns all pages of a list of tips. */
async function feedOfAll(path: string): Promise<Tip[]> {
  const answer = await api.get(path);
  const tips = recentTips.reply.parse(answer.body);
  const next = nextPath(answer);
  return next === '' ? tips : [...tips, ...(await feedOfAll(next))];
}

const otherGroups = new Set(
  bettingOptions.flatMap(({ oddsGroup }) => (mainGroups.includes(oddsGroup) ? [] : [oddsGroup])),
);

describe('the demo season', () => {
  test('prices the main groups of every future game, and estimates all other options', async () => {
    const ahead = await database.select().from(fixtures).where(gt(fixtures.kickOff, clock()));

    expect(ahead.length).toBeGreaterThan(100);
    for (const row of ahead) {
      expect(missingIn(toFeedPrices(row))).toEqual({ unpriced: otherGroups, unquoted: [] });
    }
  });

  test('has total odds for each tip that can still be copied', async () => {
    const open = await feedOfAll('/api/feed?open=true&limit=100');

    expect(open.length).toBeGreaterThan(10);
    for (const tip of open) expect(totalQuoteOf(tip)).toBeDefined();
    expect(open.filter((tip) => totalQuoteOf(tip)?.isEstimate).length).toBeGreaterThan(2);
  });

  test('never shows total odds of only the priced games of a tip', async () => {
    const cards = await feedOfAll('/api/feed?limit=100');

    const shown = cards.map(({ totalOdds, estimatedTotal }) => ({ totalOdds, estimatedTotal }));
    const wholes = cards.map(({ options }) => ({
      estimatedTotal: undefined,
      ...totalsOf(options),
    }));
    expect(cards.length).toBeGreaterThan(100);
    expect(shown).toEqual(wholes);
  });
});
