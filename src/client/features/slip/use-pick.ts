import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { type SelectionProblem, slipLimit } from '#domain/slip.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useSlipActions } from '#client/data/use-slip.ts';
import { notify } from '#client/ui/messages/toasts.ts';

type Picking = (fixture: Fixture, option: Option, chosen: number | undefined) => Promise<boolean>;

/** Picks an option, or takes it back when it is the chosen one; answers whether the slip changed. */
export function usePick(): Picking {
  const { t } = useLingui();
  const { pick, remove } = useSlipActions();
  const notSavedWords = useNotSavedWords();
  const latestWords = useRef(notSavedWords);
  useEffect(() => {
    latestWords.current = notSavedWords;
  });

  const change = useCallback<Picking>(
    async (fixture, { oddsId }, chosen) => {
      if (chosen === oddsId) {
        await remove(fixture.id);
        return true;
      }
      const { id, sportKey, home, away, kickOff } = fixture;
      const checked = await pick({
        fixtureId: id,
        game: gameName(home, away),
        oddsId,
        kickOff: new Date(kickOff),
        sportKey,
      });
      const reasons: Record<SelectionProblem, string> = {
        'already-selected': t`You already selected this game`,
        'slip-is-full': t`A slip holds at most ${slipLimit} games`,
        'fixture-started': t`This game has kicked off`,
      };
      if (!checked.allowed) {
        notify({ tone: 'waiting', title: t`Info`, text: reasons[checked.problem] });
      }
      return checked.allowed;
    },
    [pick, remove, t],
  );
  return useCallback<Picking>(
    async (...picked) =>
      change(...picked).catch((error: unknown) => {
        notify({ tone: 'lost', title: t`Not saved`, text: latestWords.current(error) });
        return false;
      }),
    [change, t],
  );
}
