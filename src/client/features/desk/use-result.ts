import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Goals, gameName } from '#domain/fixture.ts';
import type { MatchResult } from '#domain/results/result.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import {
  type ResultDraft,
  type TypedResult,
  useTypedResult,
} from '#client/data/tips/result-drafts.ts';
import { matchResultWords } from '#client/ui/fixture/result-words.ts';
import { useReportedTask } from './desk-task.ts';
import { draftOf, isSameResult, isSaved, resultIn, resultOf } from './result-draft.ts';

/** The result of a fixture in one line. */
export function resultText(fixture: OptimisticFixture): string {
  return matchResultWords(resultIn(fixture), fixture);
}

/** Queues a fixture's result at its seen version. */
export function useResultQueue() {
  const { enqueue } = useActions();
  return async (
    { id, home, away, version }: Pick<OptimisticFixture, 'id' | 'home' | 'away' | 'version'>,
    { status, halfTime, fullTime, firstGoal }: MatchResult,
  ) =>
    enqueue(
      'result.set',
      {
        fixtureId: id,
        game: gameName(home, away),
        status,
        ...(halfTime && { halfTime: pairOf(halfTime) }),
        ...(fullTime && { fullTime: pairOf(fullTime) }),
        ...(firstGoal && { firstGoal }),
      },
      { baseVersion: version },
    );
}

function pairOf({ home, away }: Goals): [number, number] {
  return [home, away];
}

type Typed = TypedResult & { sent: boolean };

/** The typed result while it differs from the fixture's, and the function that saves it. */
export function useResult(
  fixture: OptimisticFixture,
  now: Date,
  onSaved: (() => void) | undefined,
) {
  const queueResult = useResultQueue();
  const { run } = useReportedTask(t`Result not saved`);
  const { stored, keep, clear } = useTypedResult(fixture.id);
  const [here, setHere] = useState<Typed>();
  const shown = draftOf(fixture, now);
  // The saved draft has become the fixture's result; a later difference is a person's change.
  if (here?.sent && isSaved(fixture, here.draft)) setHere(undefined);
  const before = stored && !isSaved(fixture, stored.draft) ? { ...stored, sent: false } : undefined;
  const typed = here ?? before;
  const draft = typed?.draft ?? shown;
  const change = (changes: Partial<ResultDraft>) => {
    const next = {
      draft: { ...draft, ...changes },
      instead: typed?.instead ?? resultIn(fixture),
    };
    setHere({ ...next, sent: false });
    // A phone that cannot store it reports that on saving.
    void keep(next).catch(() => undefined);
  };
  const save = async () =>
    run(async () => {
      const instead = resultIn(fixture);
      setHere({ draft, instead, sent: true });
      try {
        await queueResult(fixture, resultOf(draft));
      } catch (error) {
        setHere({ draft, instead, sent: false });
        throw error;
      }
      await clear().catch(() => undefined);
      onSaved?.();
    });
  const isTyped = typed !== undefined && !typed.sent && !isSaved(fixture, draft);
  const isOutdated = isTyped && !isSameResult(typed.instead, resultIn(fixture));
  // A game that may be over has the default status "played", which is no result before digits are
  // typed.
  const isMeant = isTyped || (typed === undefined && !isSaved(fixture, shown));
  return { draft, change, save, isTyped: isMeant, isOutdated };
}
