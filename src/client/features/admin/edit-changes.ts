import type { Tip } from '#contract/tips.ts';
import type { EditDraft } from '#client/data/use-edit-draft.ts';

/** The collected changes as they are saved: new prices, and the games that are withdrawn. */
export function changesOf(tip: Tip, draft: EditDraft) {
  const entered = tip.options.flatMap(({ fixtureId, game }) => {
    const change = draft[fixtureId];
    return change ? [{ fixtureId, game, ...change }] : [];
  });
  return {
    odds: entered.flatMap(({ fixtureId, game, odd, reason, withdrawn }) =>
      odd === undefined || withdrawn ? [] : [{ fixtureId, game, odd, ...(reason && { reason }) }],
    ),
    withdrawn: entered.flatMap(({ fixtureId, game, reason, withdrawn }) =>
      withdrawn ? [{ fixtureId, game, result: 'void' as const, ...(reason && { reason }) }] : [],
    ),
  };
}
