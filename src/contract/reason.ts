import type { Option } from '#domain/catalogue.ts';
import type { Fact } from '#domain/fact.ts';
import { type Goals, goalsText } from '#domain/fixture.ts';
import type { LegResult } from '#domain/tip.ts';
import { labelOf, needOf } from './needs.ts';

type Code<Figures> = Extract<Fact, Figures>['code'];
type Said<Code> = readonly (readonly [code: Code, words: string])[];

// What each fact is in English, by the figures it speaks of. What always leaves a leg to a person
// is never a leg's reason, and has no words here.

const withoutFigures: Said<'cancelled' | 'nobody-scored'> = [
  ['cancelled', 'The match was cancelled.'],
  ['nobody-scored', 'nobody scored (0-0)'],
];

const ofHours: Said<'postponed'> = [
  ['postponed', 'The match was postponed and not played within {hours} hours.'],
];

const ofTheEnd: Said<Exclude<Code<{ fullTime: Goals }>, Code<{ halfTime?: unknown }>>> = [
  ['ended', 'it ended {fullTime}'],
  ['drawn', 'the match was drawn {fullTime}'],
  ['goals', 'there {goals} ({fullTime})'],
  ['only-home-scored', 'only the home side scored ({fullTime})'],
  ['only-away-scored', 'only the away side scored ({fullTime})'],
  ['first-goal-unknown', 'both sides scored ({fullTime}) and the scores do not tell who was first'],
  ['abandoned', 'the match was abandoned at {fullTime}'],
  ['open-when-abandoned', 'this was open when the match was abandoned at {fullTime}'],
];

const ofHalfTime: Said<Exclude<Code<{ halfTime: Goals }>, Code<{ fullTime: unknown }>>> = [
  ['at-half-time', 'it stood {halfTime} at half-time'],
  ['only-home-scored-before-half-time', 'only the home side scored before half-time ({halfTime})'],
  ['only-away-scored-before-half-time', 'only the away side scored before half-time ({halfTime})'],
];

const ofBothHalves: Said<'both-halves' | 'abandoned-after-half-time'> = [
  ['both-halves', 'it stood {halfTime} at half-time and ended {fullTime}'],
  [
    'abandoned-after-half-time',
    'it stood {halfTime} at half-time and {fullTime} when it was abandoned',
  ],
];

const templates = new Map<Fact['code'], string>([
  ...withoutFigures,
  ...ofHours,
  ...ofTheEnd,
  ...ofHalfTime,
  ...ofBothHalves,
]);

/** The reason of a decision as an English sentence, for whoever reads no codes. */
export function reasonText(
  option: Option,
  result: Exclude<LegResult, 'pending'>,
  fact: Fact,
): string | undefined {
  const said = templates.get(fact.code)?.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return figureText(fact, name);
  });
  if (said === undefined || said.endsWith('.')) return said;
  if (result === 'void') return `${labelOf(option)} is void: ${said}.`;
  return `${labelOf(option)} needs ${needOf(option)}; ${said}.`;
}

/**
 * The fact that such a sentence tells: some legs are stored with the sentence alone. Whatever else a
 * person has written there tells none.
 */
export function factIn(reason: string): Fact | undefined {
  const told = /^\S.*(?: needs .+;| is void:) (.+)\.$/.exec(reason)?.[1];
  const said = told ?? (reason.endsWith('.') ? reason : '');
  return (
    read(said, withoutFigures, (code) => ({ code })) ??
    read(said, ofHours, (code, { hours }) => ({ code, hours })) ??
    read(said, ofTheEnd, (code, { fullTime }) => ({ code, fullTime })) ??
    read(said, ofHalfTime, (code, { halfTime }) => ({ code, halfTime })) ??
    read(said, ofBothHalves, (code, { halfTime, fullTime }) => ({ code, halfTime, fullTime }))
  );
}

type Figures = { hours: number; halfTime: Goals; fullTime: Goals };

/** How figures look in a sentence. */
const patterns: Readonly<Record<string, string>> = {
  hours: String.raw`(?<hours>\d+)`,
  goals: String.raw`(?:were none|was 1|were \d+)`,
  fullTime: String.raw`(?<fullTime>\d+-\d+)`,
  halfTime: String.raw`(?<halfTime>\d+-\d+)`,
};

function read<Code>(
  said: string,
  table: Said<Code>,
  make: (code: Code, figures: Figures) => Fact,
): Fact | undefined {
  for (const [code, words] of table) {
    const pattern = words
      .replaceAll(/[().]/g, String.raw`\$&`)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => patterns[name] ?? '');
    const found = new RegExp(`^${pattern}$`).exec(said);
    if (!found) continue;
    const { hours, halfTime, fullTime } = found.groups ?? {};
    return make(code, {
      hours: Number(hours),
      halfTime: goalsIn(halfTime),
      fullTime: goalsIn(fullTime),
    });
  }
  return undefined;
}

function goalsIn(text = ''): Goals {
  const [home = 0, away = 0] = text.split('-').map(Number);
  return { home, away };
}

function figureText(fact: Fact, name: string): string {
  if (name === 'hours' && 'hours' in fact) return String(fact.hours);
  if (name === 'halfTime' && 'halfTime' in fact && fact.halfTime) return goalsText(fact.halfTime);
  if (!('fullTime' in fact)) return '';
  return name === 'goals' ? howMany(fact.fullTime) : goalsText(fact.fullTime);
}

function howMany({ home, away }: Goals): string {
  const total = home + away;
  if (total === 0) return 'were none';
  return total === 1 ? 'was 1' : `were ${total}`;
}
