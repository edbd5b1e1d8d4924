import { i18n } from '@lingui/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Leg } from '#contract/tips.ts';
import { bettingOptions } from '#domain/catalogue.ts';
import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import { loadMessages } from '#client/data/language.ts';
import { settlementFactText } from '#client/ui/tip/fact-text.ts';
import { winConditionText } from '#client/ui/tip/option-words.ts';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { leg, serverTip } from '../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

const halfTime = { home: 1, away: 0 };
const fullTime = { home: 2, away: 1 };

/** Loads the English texts of the code. */
async function english(): Promise<void> {
  await loadMessages('en', async () => ({ messages: {} }));
}

describe('a fact as a sentence', () => {
  test.each<[SettlementFact, string]>([
    [{ code: 'nobody-scored' }, 'Nobody scored.'],
    [{ code: 'cancelled' }, 'The match was cancelled.'],
    [{ code: 'awarded' }, 'The match was awarded, not decided on the pitch.'],
    [{ code: 'score-missing' }, 'The score is missing.'],
    [{ code: 'postponed', hours: 48 }, 'The match was postponed and not played within 48 hours.'],
    [{ code: 'postponed', hours: 1 }, 'The match was postponed and not played within 1 hour.'],
    [{ code: 'ended', fullTime }, 'It ended 2–1.'],
    [{ code: 'drawn', fullTime: { home: 1, away: 1 } }, 'The match was drawn 1–1.'],
    [{ code: 'goals', fullTime: { home: 0, away: 0 } }, 'There was no goal (0–0).'],
    [{ code: 'goals', fullTime: halfTime }, 'There was 1 goal (1–0).'],
    [{ code: 'goals', fullTime }, 'There were 3 goals (2–1).'],
    [{ code: 'only-home-scored', fullTime: halfTime }, 'Only the home side scored (1–0).'],
    [
      { code: 'only-away-scored', fullTime: { home: 0, away: 2 } },
      'Only the away side scored (0–2).',
    ],
    [{ code: 'home-scored-first', fullTime }, 'The home side scored first (2–1).'],
    [{ code: 'away-scored-first', fullTime }, 'The away side scored first (2–1).'],
    [
      { code: 'first-goal-unknown', fullTime },
      'Both sides scored (2–1), and the scores do not tell who was first.',
    ],
    [
      { code: 'half-time-unknown', fullTime },
      'The half-time score is missing; the match ended 2–1.',
    ],
    [{ code: 'abandoned', fullTime }, 'The match was abandoned at 2–1.'],
    [
      { code: 'open-when-abandoned', fullTime },
      'This was still open when the match was abandoned at 2–1.',
    ],
    [{ code: 'at-half-time', halfTime }, 'It stood 1–0 at half-time.'],
    [
      { code: 'only-home-scored-before-half-time', halfTime },
      'Only the home side scored before half-time (1–0).',
    ],
    [
      { code: 'only-away-scored-before-half-time', halfTime: { home: 0, away: 1 } },
      'Only the away side scored before half-time (0–1).',
    ],
    [{ code: 'both-halves', halfTime, fullTime }, 'It stood 1–0 at half-time and ended 2–1.'],
    [
      { code: 'abandoned-after-half-time', halfTime, fullTime },
      'It stood 1–0 at half-time and 2–1 when the match was abandoned.',
    ],
    [{ code: 'impossible-score', fullTime }, 'A score of 2–1 cannot be right.'],
    [
      { code: 'impossible-score', halfTime: fullTime, fullTime: halfTime },
      'A score of 2–1 at half-time and 1–0 at the end cannot be right.',
    ],
  ])('%j is "%s"', async (fact, words) => {
    await english();

    expect(settlementFactText(fact)).toBe(words);
  });

  test('keeps its score together in lines that run from right to left', async () => {
    await loadMessages('ar', async () => ({ messages: {} }));
    onTestFinished(english);

    expect(settlementFactText({ code: 'ended', fullTime })).toBe('It ended \u20682–1\u2069.');
  });
});

describe('the winning condition of an option', () => {
  test('exists for all 51 options, and is distinct unless options are equivalent', async () => {
    await english();
    const sentences = bettingOptions.map((option) => winConditionText(option));

    expect(sentences.filter((words) => !/^Needs .+\.$/.test(words))).toEqual([]);
    // DNB shares its two sentences with 1X2, and Under 0.5 shares one with No Goal.
    expect(new Set(sentences).size).toBe(bettingOptions.length - 3);
  });

  test.each([
    ['O/U 0.5', 'Over', 'Needs at least 1 goal.'],
    ['O/U 1.5', 'Under', 'Needs at most 1 goal.'],
    ['O/U 6.5', 'Over', 'Needs at least 7 goals.'],
  ])('%s - %s: %s', async (group, name, words) => {
    await english();
    const option = bettingOptions.find((one) => one.oddsGroup === group && one.oddsName === name);

    expect(option && winConditionText(option)).toBe(words);
  });

  test('is looked up in the catalogue of the reader, like every fact', async () => {
    await english();
    const seenOptions = new Set<string>();
    const end = i18n.on('missing', ({ id }) => seenOptions.add(id));
    onTestFinished(end);

    for (const option of bettingOptions) winConditionText(option);
    const needs = seenOptions.size;
    settlementFactText({ code: 'ended', fullTime });

    expect(needs).toBe(37);
    expect(seenOptions.size).toBe(needs + 1);
  });
});

describe('the reason of a leg', () => {
  const ended: SettlementFact = { code: 'ended', fullTime };
  const played: Partial<Leg> = { fixtureStatus: 'played', score: { fullTime: [0, 1] } };

  test.each<{ of: string; values: Partial<Leg>; pattern: RegExp; not: RegExp }>([
    {
      of: 'the rules',
      values: { result: 'won', fact: ended, reason: 'Needs a home win; it ended 2–1.' },
      pattern: /Needs a home win\. It ended 2–1\./,
      not: /needs/,
    },
    {
      of: 'a person',
      values: { result: 'won', reason: 'The shop paid it.' },
      pattern: /The shop paid it\./,
      not: /Needs/,
    },
    {
      of: 'an earlier result',
      values: {
        ...played,
        oddName: 'Odd/Even - Odd',
        result: 'lost',
        fact: { code: 'nobody-scored' },
      },
      pattern: /The result changed since\..*Nobody scored/,
      not: /against the rules/,
    },
    {
      of: 'a person against the rules',
      values: { ...played, result: 'won', reason: 'The points were given.' },
      pattern: /An administrator decided this against the rules\..*The points were given\./,
      not: /changed since/,
    },
    {
      of: 'a person whom the rules agree with by now',
      values: { ...played, result: 'lost', reason: 'The points were taken.' },
      pattern: /Needs a home win\. It ended 0–1\./,
      not: /against the rules|changed since|points were taken/,
    },
  ])('of a decision by $of compares it with the result', async ({ values, pattern, not }) => {
    const screen = await aScreen(
      <TipCard tip={serverTip({ options: [leg(values)] })} reasons />,
      aPhone(),
    );

    await expect.poll(screen.text).toMatch(pattern);
    expect(screen.text()).not.toMatch(not);
  });

  test('separates a person’s words from the rest of the line', async () => {
    const reason = 'قال المحل ذلك';
    const screen = await aScreen(
      <TipCard tip={serverTip({ options: [leg({ result: 'won', reason })] })} reasons />,
      aPhone(),
    );

    await screen.shows(reason);
    expect([...document.querySelectorAll('bdi')].map((one) => one.textContent)).toContain(reason);
  });
});
