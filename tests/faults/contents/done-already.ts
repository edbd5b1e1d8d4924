import * as z from 'zod/mini';

import type { Intent } from './intents.ts';
import { isSameResult, resultIn } from './results.ts';

const Pair = z.tuple([z.int(), z.int()]);

/** The fixture in a refusal, as far as the checks read it. */
export const Shown = z.object({
  version: z.int(),
  status: z.string(),
  score: z.optional(z.object({ halfTime: z.optional(Pair), fullTime: Pair })),
  firstGoal: z.optional(z.enum(['home', 'away'])),
  selections: z.array(
    z.object({
      oddsId: z.int(),
      tickets: z.int(),
      odd: z.number(),
      pending: z.int(),
      won: z.int(),
      lost: z.int(),
      void: z.int(),
      differing: z.int(),
    }),
  ),
});

const Refusal = z.object({ fixture: Shown });

/** True if the request is already fulfilled by the fixture in its refusal. */
export function isDoneAlready(intent: Intent, problem: unknown): boolean {
  const { data } = Refusal.safeParse(problem);
  if (!data) return false;
  const { status, score, firstGoal, selections } = data.fixture;
  if (intent.kind === 'result.set') {
    return isSameResult(resultIn(intent.payload), resultIn({ status, ...score, firstGoal }));
  }
  if (intent.kind !== 'fixture.settle') return false;
  return intent.payload.results.every(({ oddsId, result, reason }) => {
    const one = selections.find((each) => each.oddsId === oddsId);
    if (one === undefined || one.tickets === 0 || one[result] !== one.tickets) return false;
    // A decision with a reason must also be based on the newest result.
    return reason === undefined || one.differing === 0;
  });
}
