import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef } from 'react';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useSlipActions } from '#client/data/slip.ts';
import { problemWords } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';

type Picking = (fixture: Fixture, option: Option, chosen: number | undefined) => Promise<boolean>;

/** Picks an option, or takes it back when it is the chosen one; answers whether the slip changed. */
export function usePick(): Picking {
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
      if (!checked.allowed) {
        const { problem: code } = checked;
        const text =
          code === 'fixture-started'
            ? t`This game has kicked off`
            : problemWords({ code, message: '' });
        notify({ tone: 'waiting', title: t`Info`, text });
      }
      return checked.allowed;
    },
    [pick, remove],
  );
  return useCallback<Picking>(
    async (...picked) =>
      change(...picked).catch((error: unknown) => {
        notify({ tone: 'lost', title: t`Not saved`, text: latestWords.current(error) });
        return false;
      }),
    [change],
  );
}
