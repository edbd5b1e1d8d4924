import { type BettingOption, findOptionByName } from '#domain/catalogue.ts';
import type { Goals, Score } from '#domain/fixture.ts';
import type { Leg, LegResult } from '#domain/tip.ts';

/** The kick-off of every sample that sets none: a Saturday, 15:00 UTC. */
export const kickOff = new Date('2026-08-22T15:00:00Z');

/** The moment this many minutes after another one, by default after the kick-off. */
export function minutes(count: number, from: Date = kickOff): Date {
  return new Date(from.getTime() + count * 60_000);
}

/** A leg; a test passes only the fields that matter to it. */
export function leg(parts: Partial<Leg> = {}): Leg {
  return { fixtureId: 'arsenal-chelsea', odd: 1.5, result: 'pending', kickOff, ...parts };
}

/** Legs with these results, each on another fixture. */
export function legsThat(...results: LegResult[]): Leg[] {
  return results.map((result, index) => leg({ fixtureId: `fixture-${index + 1}`, result }));
}

/** A selection; a test passes only the fields that matter to it. */
export function selection(parts: Partial<typeof pick> = {}) {
  return { ...pick, ...parts };
}

const pick = { fixtureId: 'arsenal-chelsea', oddsId: 1, kickOff };

/** A slip with this many games. */
export function slipOf(games: number) {
  return Array.from({ length: games }, (_, index) => selection({ fixtureId: `fixture-${index}` }));
}

/** Finds an option by its name; throws if no option has the name. */
export function option(oddName: string): BettingOption {
  const found = findOptionByName(oddName);
  if (!found) throw new Error(`No such option: ${oddName}`);
  return found;
}

/** Parses a score: "2-1", or with the half-time score first, "1-0 2-1". */
export function score(text: string): Score {
  const [first = '', second] = text.split(' ');
  if (second === undefined) return { fullTime: goals(first) };
  return { halfTime: goals(first), fullTime: goals(second) };
}

function goals(text: string): Goals {
  const [home = NaN, away = NaN] = text.split('-').map(Number);
  return { home, away };
}

/** Splits option names, which commas separate. */
export function names(text: string): string[] {
  return text.trim().split(/,\s+/);
}
