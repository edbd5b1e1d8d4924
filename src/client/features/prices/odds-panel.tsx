import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Leg, Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useDesk } from '#client/data/desk/desk.ts';
import { useUndoableActions } from '#client/data/desk/undoable-actions.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { type LegDraft, useEditDraft, type EditDraft } from '#client/data/tips/drafts.ts';
import { Button } from '#client/ui/button.tsx';
import { createLazyComponent } from '#client/ui/lazy-content.tsx';
import { useTaskWithToast } from '../desk/desk-task.ts';
import { GamesPanel } from '../desk/games-panel.tsx';
import { useIsTipLocked } from '../desk/tip-notices.tsx';

const OddsDialog = createLazyComponent(() => import('./odds-dialog.tsx'), 'OddsDialog');

/** True if the typed odds equal the current ones, so that nothing has to be saved. */
function areOddsUnchanged(leg: Leg, entered: LegDraft | undefined): boolean {
  return entered !== undefined && !entered.withdrawn && entered.odd === leg.odd;
}

/** The games of a ticket with their odds. All changes are saved together. */
export function OddsPanel({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const { draft = {}, enter, clear } = useEditDraft(tip.id);
  const locked = useIsTipLocked(tip);
  const desk = useDesk();
  const [added, setAdded] = useState(false);
  const changes = collectOddsChanges(tip, draft);
  const hasChanges = changes.odds.length + changes.withdrawn.length > 0;
  const enterLeg = async (leg: Leg, entered: LegDraft | undefined) => {
    const change = areOddsUnchanged(leg, entered) ? undefined : entered;
    await enter(leg.fixtureId, change);
    setAdded(change?.odd !== undefined);
  };
  const saved = async () => {
    await clear();
    setAdded(false);
  };
  return (
    <GamesPanel
      tip={tip}
      draft={draft}
      renderDialog={(leg, close) => (
        <OddsDialog
          leg={leg}
          fixture={desk?.fixtures.find(({ id }) => id === leg.fixtureId)}
          entered={draft[leg.fixtureId]}
          onClose={close}
          onEnter={async (entered) => {
            await enterLeg(leg, entered);
            close();
          }}
        />
      )}
    >
      <p role="status" className="text-sm font-semibold text-saved empty:hidden">
        {added && hasChanges && t`Odd added. Not saved yet.`}
      </p>
      {!locked && <SaveButton {...{ tip, changes, hasChanges }} onSaved={saved} />}
    </GamesPanel>
  );
}

type SaveButtonProps = {
  tip: Tip;
  changes: ReturnType<typeof collectOddsChanges>;
  hasChanges: boolean;
  onSaved: () => Promise<void>;
};

function SaveButton({ tip, changes, hasChanges, onSaved }: SaveButtonProps) {
  const { t } = useLingui();
  const { enqueue } = useOutboxActions();
  const { settleLeg } = useUndoableActions(useServerNow(60_000));
  const { busy, run } = useTaskWithToast(t`Error Updating Tip`);
  const save = async () =>
    run(async () => {
      const { id: tipId, options: legs, version: baseVersion } = tip;
      if (changes.odds.length > 0)
        await enqueue('odds.set', { tipId, legs, changes: changes.odds }, { baseVersion });
      // A spec-only backend gets all legs with each change, so they contain the new prices.
      const priced = { ...tip, options: legs.map((leg) => applyPrice(leg, changes.odds)) };
      for (const change of changes.withdrawn) await settleLeg(priced, change, { declined: true });
      await onSaved();
    });
  return (
    <Button
      look={hasChanges ? 'primary' : 'plain'}
      // The button is busy instead of disabled, because a disabled button loses the focus.
      busy={busy || !hasChanges}
      onClick={save}
    >
      {busy ? t`Processing...` : t`Edit Ticket`}
    </Button>
  );
}

type PriceChange = { fixtureId: string; odd: number };

function applyPrice(leg: Leg, changes: readonly PriceChange[]): Leg {
  const change = changes.find(({ fixtureId }) => fixtureId === leg.fixtureId);
  return change ? { ...leg, odd: change.odd } : leg;
}

/** Collects the changes to save: new prices and withdrawn games. */
function collectOddsChanges(tip: Tip, draft: EditDraft) {
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
