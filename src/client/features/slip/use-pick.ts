import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { type SelectionRefusal, slipLimit } from '#domain/slip.ts';
import { useSlipActions } from '#client/data/use-slip.ts';
import { notify } from '#client/ui/toasts.ts';

/** Picks an option, or takes it back when it is the chosen one; answers whether the slip changed. */
export function usePick(): (
  fixture: Fixture,
  option: Option,
  chosen: number | undefined,
) => Promise<boolean> {
  const { t } = useLingui();
  const { pick, remove } = useSlipActions();

  return useCallback(
    async (fixture, { oddsId }, chosen) => {
      if (chosen === oddsId) {
        await remove(fixture.id);
        return true;
      }
      const { id, sportKey, home, away, kickOff } = fixture;
      const ruling = await pick({
        fixtureId: id,
        game: gameName(home, away),
        oddsId,
        kickOff: new Date(kickOff),
        sportKey,
      });
      const reasons: Record<SelectionRefusal, string> = {
        'already-selected': t`You already selected this game`,
        'slip-is-full': t`A slip holds at most ${slipLimit} games`,
        'fixture-started': t`This game has kicked off`,
      };
      if (!ruling.allowed) {
        notify({ tone: 'waiting', title: t`Info`, text: reasons[ruling.refusal] });
      }
      return ruling.allowed;
    },
    [pick, remove, t],
  );
}
