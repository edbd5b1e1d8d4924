import * as z from 'zod/mini';
import { correctFixture } from '#contract/desk.ts';
import { fixtureOperationBase, FixturePayload } from './desk.ts';
import { changeFixtureLegs, changeSelections, createOptionLookup } from './fixture-legs.ts';
import { applyLegValues } from './leg.ts';
import type { DeskOperation } from './operation.ts';

const CorrectFixturePayload = z.extend(FixturePayload, {
  /** The version of the fixture whose result the administrator saw. */
  version: z.int(),
  results: z.array(
    z.object({
      oddsId: z.int(),
      result: z.enum(['won', 'lost', 'void']),
      over: z.optional(z.boolean()),
    }),
  ),
  reason: z.string(),
});

/** Corrects results in all confirmed tickets of a fixture except the administrator's own. */
export const correctFixtureOperation: DeskOperation<z.infer<typeof CorrectFixturePayload>> = {
  ...fixtureOperationBase,
  payload: CorrectFixturePayload,
  version: ({ version }) => version,
  rebasePayload: (payload, { version }) => ({
    ...payload,
    version,
    results: payload.results.map((each) => ({ ...each, over: true })),
  }),
  request: ({ fixtureId, version, results, reason }, _, ownVersion = version) => ({
    route: correctFixture,
    params: { fixtureId },
    body: { version: Math.max(version, ownVersion), results, reason },
  }),
  effect(tip, { fixtureId, results, reason }, row) {
    if (!tip.IsGameSuccessful || tip.tipsterId === row.memberId) return undefined;
    const resultOf = createOptionLookup(results);
    return changeFixtureLegs(tip, fixtureId, (leg) => {
      const change = resultOf(leg);
      if (!change || change.result === leg.result) return undefined;
      const corrected = { result: leg.result, at: row.queuedAt, reason };
      return { ...applyLegValues(leg, { result: change.result }, row.queuedAt), corrected };
    });
  },
  fixtureEffect: (fixture, { results }) =>
    changeSelections(fixture, results, (one) => ({ ...one, confirmedDiffering: 0 })),
};
