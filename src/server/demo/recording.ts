import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

import { dayMs, minuteMs } from '#domain/durations.ts';

import { createFixtureId } from '../seasons/season.ts';

const week = 7 * dayMs;

/** The password of all demo members. */
export const demoPassword = 'terrace-song-42';

/** A recorded instant (ISO), or a number of minutes after the creation of the demo. */
const Moment = z.union([z.string(), z.number()]);

const RecordedMember = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  state: z.string(),
  address: z.string(),
  phoneNumber: z.string(),
  showPhone: z.boolean(),
  isTipster: z.boolean(),
  role: z.enum(['member', 'administrator']),
  createdAt: z.string(),
});

/** A game; `otherPrices` has the order of `pricedOptions`, `goals` are minutes from 1 to 90. */
const RecordedFixture = z.object({
  sportKey: z.string(),
  round: z.number(),
  home: z.string(),
  away: z.string(),
  kickOff: Moment,
  prices: z.tuple([z.number(), z.number(), z.number()]),
  otherPrices: z.array(z.number()),
  goals: z.object({ home: z.array(z.number()), away: z.array(z.number()) }),
});

/** A tip; `owner` is an index into `members`, `fixture` is an index into `fixtures`. */
const TipRecording = z.object({
  id: z.string(),
  owner: z.number(),
  createdAt: Moment,
  stake: z.number(),
  analysis: z.string(),
  bookedAt: z.nullable(Moment),
  confirmedAt: z.nullable(Moment),
  copiedFrom: z.nullable(z.string()),
  legs: z.array(
    z.object({
      fixture: z.number(),
      oddsId: z.number(),
      odd: z.number(),
      estimatedOdd: z.nullable(z.number()),
      decidedAt: z.nullable(Moment),
    }),
  ),
});
export type TipRecording = z.infer<typeof TipRecording>;

/**
 * A season of some weeks, recorded at the beginning of a day (`recordedAt`). On that day, only
 * games with times in minutes are played. The first member is the administrator, the second the
 * demo member.
 */
const DemoRecording = z.object({
  recordedAt: z.string(),
  weeks: z.number(),
  pricedOptions: z.array(z.number()),
  pool: z.object({ id: z.string(), name: z.string(), createdAt: z.string() }),
  members: z.array(RecordedMember),
  follows: z.array(z.object({ member: z.number(), tipster: z.number(), changedAt: z.string() })),
  fixtures: z.array(RecordedFixture),
  tips: z.array(TipRecording),
});
export type DemoRecording = z.infer<typeof DemoRecording>;

/** Reads and validates `season.json`. */
export function readDemoRecording(): DemoRecording {
  const text = readFileSync(new URL('season.json', import.meta.url), 'utf8');
  return DemoRecording.parse(JSON.parse(text));
}

/** Converts a recorded instant to an instant of the demo. */
export type DemoTimeShift = (moment: string | number) => Date;

/** Returns the shift of a demo created at `now`: whole days, so that times of day do not change. */
export function createTimeShift({ recordedAt }: DemoRecording, now: Date): DemoTimeShift {
  const today = Date.parse(now.toISOString().slice(0, 10));
  const grain = 5 * minuteMs;
  const current = Math.floor(now.getTime() / grain) * grain;
  return (moment) =>
    new Date(
      typeof moment === 'number'
        ? current + moment * minuteMs
        : today + Date.parse(moment) - Date.parse(recordedAt),
    );
}

export type DemoMatch = ReturnType<typeof createDemoMatches>[number];

/** Returns the demo's games until an instant; the recorded games are repeated in cycles. */
export function createDemoMatches(
  { fixtures, weeks }: DemoRecording,
  shift: DemoTimeShift,
  until: Date,
) {
  const repeated = (cycle: number) =>
    fixtures.map((fixture) => ({
      ...fixture,
      id: createFixtureId([
        'demo',
        String(cycle),
        String(fixture.round),
        fixture.sportKey,
        fixture.home,
        fixture.away,
      ]),
      kickOff: new Date(shift(fixture.kickOff).getTime() + cycle * weeks * week),
    }));
  const cycles = [repeated(0)];
  for (let cycle = 1; ; cycle += 1) {
    const next = repeated(cycle).filter(({ kickOff }) => kickOff <= until);
    if (next.length === 0) return cycles.flat();
    cycles.push(next);
  }
}

/** Computes the score `minutes` after kick-off, including a 15-minute break; default: the end. */
export function computeDemoScore({ goals }: Pick<DemoMatch, 'goals'>, minutes = Infinity) {
  const played = Math.max(Math.min(minutes, 45), minutes - 15);
  const goalsUntil = (end: number) => ({
    home: goals.home.filter((goal) => goal <= end).length,
    away: goals.away.filter((goal) => goal <= end).length,
  });
  return {
    fullTime: goalsUntil(played),
    ...(minutes >= 45 && { halfTime: goalsUntil(45) }),
  };
}
