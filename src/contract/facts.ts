import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import type { Fact as DomainFact } from '#domain/fact.ts';

const Goals = z.object({ home: z.int(), away: z.int() });

/** Why a leg was decided as it was: a code and its figures, which every app says in its own words. */
export const Fact: z.ZodMiniType<DomainFact> = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['nobody-scored', 'cancelled', 'awarded', 'score-missing']) }),
  z.object({ code: z.literal('postponed'), hours: z.number() }),
  z.object({
    code: z.enum([
      'ended',
      'drawn',
      'goals',
      'only-home-scored',
      'only-away-scored',
      'first-goal-unknown',
      'half-time-unknown',
      'abandoned',
      'open-when-abandoned',
    ]),
    fullTime: Goals,
  }),
  z.object({
    code: z.enum([
      'at-half-time',
      'only-home-scored-before-half-time',
      'only-away-scored-before-half-time',
    ]),
    halfTime: Goals,
  }),
  z.object({
    code: z.enum(['both-halves', 'abandoned-after-half-time']),
    halfTime: Goals,
    fullTime: Goals,
  }),
  z.object({
    code: z.literal('impossible-score'),
    halfTime: z.optional(Goals),
    fullTime: Goals,
  }),
]);
export type Fact = DomainFact;

/** One that only a newer app knows is read as none: the leg's reason says it, too. */
export const KnownFact = otherwise(z.optional(Fact), undefined);
