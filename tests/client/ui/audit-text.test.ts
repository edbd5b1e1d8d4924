import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { matchResultText } from '#client/ui/fixture/match-result-text.ts';
import { auditEntryText } from '#client/ui/tip/audit-text.ts';

beforeEach(async () => {
  // The empty catalogue makes Lingui use the English texts in the code.
  await loadMessages('en', async () => ({ messages: {} }));
});

/** Actions in a member's own audit chain that no screen shows. */
const unlistedActions = ['member.follow'];

/** Finds every action that the server's code writes into the audit log. */
async function auditActions(): Promise<string[]> {
  const found = new Set<string>();
  for await (const path of glob('src/server/**/*.ts')) {
    // Both values of a conditional action are on the line of `action:`.
    for (const line of readFileSync(path, 'utf8').split('\n').filter(namesAction)) {
      for (const [, action = ''] of line.matchAll(/'([a-z]+\.[a-z]+)'/g)) found.add(action);
    }
  }
  return [...found].filter((action) => !unlistedActions.includes(action)).toSorted();
}

function namesAction(line: string): boolean {
  return /\baction: /.test(line);
}

const twoOne = { fullTimeHome: 2, fullTimeAway: 1 };

describe('the text of an audit entry', () => {
  test('exists for every action that a screen may list', async () => {
    const actions = await auditActions();

    expect(actions).toEqual(expect.arrayContaining(['leg.correct', 'leg.settle', 'tip.reopen']));
    const facts = {
      status: 'played',
      fullTimeHome: 0,
      fullTimeAway: 0,
      kickOff: '2026-03-01T12:00:00.000Z',
    };
    const wordless = actions.filter((action) => {
      const words = auditEntryText({ action, before: facts, after: facts }, 'Arsenal Vs Chelsea');
      return words === '' || words.includes(action);
    });
    expect(wordless).toEqual([]);
  });

  test.each([
    [
      { status: 'played', fullTimeHome: 5, fullTimeAway: 0 },
      { status: 'played', fullTimeHome: 0, fullTimeAway: 0 },
      'Arsenal – Chelsea: result 0–0, before 5–0',
    ],
    [
      { status: 'scheduled', fullTimeHome: null, fullTimeAway: null },
      { status: 'abandoned', fullTimeHome: 1, fullTimeAway: 0 },
      'Arsenal – Chelsea: result Abandoned 1–0',
    ],
    [{ status: 'scheduled' }, { status: 'cancelled' }, 'Arsenal – Chelsea: result Cancelled'],
    [
      { status: 'played', ...twoOne, halfTimeHome: 0, halfTimeAway: 1, firstGoal: null },
      { status: 'played', ...twoOne, halfTimeHome: 1, halfTimeAway: 1, firstGoal: 'away' },
      'Arsenal – Chelsea: result 2–1 (1–1), first goal: Chelsea, before 2–1 (0–1)',
    ],
  ])('of a result contains the previous and the new result', (before, after, words) => {
    const text = auditEntryText({ action: 'fixture.result', before, after }, 'Arsenal Vs Chelsea');

    expect(text.replaceAll('\u2060', '')).toBe(words);
  });

  test.each(['leg.settle', 'leg.correct'])(
    'of %s says that an earlier decision applies again',
    (action) => {
      const after = { result: 'void', decidedAt: '2026-03-01T12:00:00.000Z' };
      const text = auditEntryText(
        { action, before: { result: 'won' }, after },
        'Arsenal Vs Chelsea',
      );

      expect(text.replaceAll('\u2060', '')).toBe(
        'Arsenal – Chelsea: decision taken back, Void stands again',
      );
    },
  );
});

test('a result is written from left to right among Arabic words', () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  const goals = { fullTime: { home: 2, away: 1 }, halfTime: { home: 1, away: 0 } };

  const text = matchResultText({ status: 'played', ...goals }, undefined);

  // The Unicode isolate takes its direction from the content, and digits alone read left to right.
  expect(text.replaceAll('\u2060', '')).toBe('\u20682–1 (1–0)\u2069');
});
