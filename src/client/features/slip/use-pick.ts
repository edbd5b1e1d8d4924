import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef } from 'react';
import { useSaveErrorText } from '#client/data/outbox/save-error.ts';
import type { OptimisticUpdate } from '#client/data/optimistic-query.ts';
import {
  useSlipActions,
  removeGame,
  addPick,
  type Selection,
  type SlipDraft,
} from '#client/data/tips/slip.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { BettingOption } from '#domain/catalogue.ts';
import { slipLimit, type SelectionProblem } from '#domain/slip.ts';
import { toSelection } from './slip-legs.ts';

type PickHandler = (
  fixture: Fixture,
  option: BettingOption,
  chosen: number | undefined,
) => Promise<boolean>;

/**
 * Returns a function that picks an option or removes that pick; it resolves to true if the slip
 * changed. `update` shows the change before it is stored.
 */
export function usePickOption(update?: OptimisticUpdate<SlipDraft>): PickHandler {
  const { pick, remove } = useSlipActions();
  const notSavedWords = useSaveErrorText();
  const latestWords = useRef(notSavedWords);
  useEffect(() => {
    latestWords.current = notSavedWords;
  });
  return useCallback(
    async (fixture, option, chosen) => {
      const isUnpicked = chosen === option.oddsId;
      const selection = toSelection(fixture, option);
      const store = async () => {
        try {
          if (isUnpicked) {
            await remove(fixture.id);
            return true;
          }
          const checked = await pick(selection);
          if (!checked.allowed) reportPickProblem(checked.problem);
          return checked.allowed;
        } catch (error) {
          notify({ tone: 'lost', title: t`Not saved`, text: latestWords.current(error) });
          return false;
        }
      };
      const storing = store();
      update?.(
        (draft) =>
          isUnpicked ? removeGame(draft, fixture.id) : addPickIfAllowed(draft, selection),
        storing,
      );
      return storing;
    },
    [pick, remove, update],
  );
}

/** Adds a pick to the slip; returns the slip unchanged if the pick is not allowed. */
function addPickIfAllowed(draft: SlipDraft, selection: Selection): SlipDraft {
  const checked = addPick(draft, selection, new Date());
  return checked.allowed ? checked.value : draft;
}

function reportPickProblem(code: SelectionProblem): void {
  notify({ tone: 'waiting', title: t`Info`, text: pickProblemText(code) });
}

// Repeats three texts, because a first screen should not load the texts of all problems.
function pickProblemText(code: SelectionProblem): string {
  if (code === 'already-selected') return t`You already selected this game`;
  if (code === 'slip-is-full') return t`A slip holds at most ${slipLimit} games`;
  return t`This game has kicked off`;
}
