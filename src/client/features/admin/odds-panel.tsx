import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Leg, Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/actions.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { type LegDraft, useEditDraft, type EditDraft } from '#client/data/drafts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { OddsFigure } from '#client/ui/tip/leg.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { GameButton } from './game-button.tsx';
import { TipNews, useIsLocked } from './tip-news.tsx';

const OddsDialog = lazyNamed(() => import('./odds-dialog.tsx'), 'OddsDialog');

/** Odds entered as they stand: there is nothing to save. */
function isAsItStands(leg: Leg, entered: LegDraft | undefined): boolean {
  return entered !== undefined && !entered.withdrawn && entered.odd === leg.odd;
}

/** The games of a tip with their odds. Changes are collected here and saved together. */
export function OddsPanel({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const { draft = {}, enter, clear } = useEditDraft(tip.id);
  const { act } = useActions();
  const notSavedWords = useNotSavedWords();
  const locked = useIsLocked(tip);
  const [openId, setOpenId] = useState<string>();
  const [added, setAdded] = useState(false);
  const { busy, run } = useTask((error) =>
    notify({ tone: 'lost', title: t`Error Updating Tip`, text: notSavedWords(error) }),
  );
  const leg = tip.options.find(({ fixtureId }) => fixtureId === openId);
  const { odds, withdrawn } = changesOf(tip, draft);
  const count = odds.length + withdrawn.length;

  const save = async () =>
    run(async () => {
      const about = { tipId: tip.id, legs: tip.options };
      const seen = { baseVersion: tip.version };
      if (odds.length > 0) await act('odds.set', { ...about, changes: odds }, seen);
      for (const change of withdrawn) await act('leg.settle', { ...about, change }, seen);
      await clear();
      setAdded(false);
    });
  return (
    <div className="grid gap-3 pb-4">
      <ul>
        {tip.options.map((leg) => (
          <GameButton
            key={leg.fixtureId}
            leg={leg}
            disabled={locked}
            onOpen={() => setOpenId(leg.fixtureId)}
            aside={<EnteredOdds leg={leg} entered={draft[leg.fixtureId]} />}
          />
        ))}
      </ul>
      <div className="grid gap-3 px-4">
        <TipNews tip={tip} />
        <p role="status" className="text-sm font-semibold text-won empty:hidden">
          {added && count > 0 && <Trans>Odd added</Trans>}
        </p>
        {!locked && (
          <Button
            look={count > 0 ? 'act' : 'plain'}
            // Not disabled: who has just saved with the keyboard goes on from here.
            busy={busy || count === 0}
            onClick={save}
          >
            {busy ? <Trans>Processing...</Trans> : <Trans>Edit Ticket</Trans>}
          </Button>
        )}
      </div>
      {leg && (
        <LazyPart onMissing={() => setOpenId(undefined)}>
          <OddsDialog
            leg={leg}
            entered={draft[leg.fixtureId]}
            onClose={() => setOpenId(undefined)}
            onEnter={async (entered) => {
              const change = isAsItStands(leg, entered) ? undefined : entered;
              await enter(leg.fixtureId, change);
              setAdded(change?.odd !== undefined);
              setOpenId(undefined);
            }}
          />
        </LazyPart>
      )}
    </div>
  );
}

/** The odds of a game, and whether they are only entered yet. */
function EnteredOdds({ leg, entered }: { leg: Leg; entered: LegDraft | undefined }) {
  const { t } = useLingui();
  return (
    <span className="flex items-center gap-2">
      {entered && <Badge tone="saved">{entered.withdrawn ? t`Withdrawn` : t`Changed`}</Badge>}
      <span className="figure font-bold">
        <OddsFigure odds={entered?.odd ?? leg.odd} />
      </span>
    </span>
  );
}

/** The collected changes as they are saved: new prices, and the games that are withdrawn. */
function changesOf(tip: Tip, draft: EditDraft) {
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
