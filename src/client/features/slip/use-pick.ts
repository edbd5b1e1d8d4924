import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef } from 'react';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { useSlipActions } from '#client/data/tips/slip.ts';
import { problemWords } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import type { SelectionProblem } from '#domain/slip.ts';
import { selectionOf } from './slip-legs.ts';

type Picking = (fixture: Fixture, option: Option, chosen: number | undefined) => Promise<boolean>;

/** Picks an option, or takes it back when it is the chosen one; answers whether the slip changed. */
export function usePick(): Picking {
  const { pick, remove } = useSlipActions();
  const notSavedWords = useNotSavedWords();
  const latestWords = useRef(notSavedWords);
  useEffect(() => {
    latestWords.current = notSavedWords;
  });
  return useCallback(
    async (fixture, option, chosen) => {
      try {
        if (chosen === option.oddsId) {
          await remove(fixture.id);
          return true;
        }
        const checked = await pick(selectionOf(fixture, option));
        if (!checked.allowed) sayProblem(checked.problem);
        return checked.allowed;
      } catch (error) {
        notify({ tone: 'lost', title: t`Not saved`, text: latestWords.current(error) });
        return false;
      }
    },
    [pick, remove],
  );
}

function sayProblem(code: SelectionProblem): void {
  const text =
    code === 'fixture-started' ? t`This game has kicked off` : problemWords({ code, message: '' });
  notify({ tone: 'waiting', title: t`Info`, text });
}
