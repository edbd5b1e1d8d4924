import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Goals, gameName } from '#domain/fixture.ts';
import type { MatchResult } from '#domain/results/result.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import {
  type ResultDraft,
  type StoredResultDraft,
  useStoredResultDraft,
} from '#client/data/tips/result-drafts.ts';
import { matchResultText } from '#client/ui/fixture/match-result-text.ts';
import { useTaskWithToast } from './desk-task.ts';
import {
  createResultDraft,
  isSameResult,
  isResultDraftSaved,
  toFixtureResult,
  parseResultDraft,
} from './result-draft.ts';

/** Formats a fixture's result in one line. */
export function resultText(fixture: OptimisticFixture): string {
  return matchResultText(toFixtureResult(fixture), fixture);
}

/** Returns a function that queues a result for the version of the fixture that the person sees. */
export function useQueueResult() {
  const { enqueue } = useOutboxActions();
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
        ...(halfTime && { halfTime: toPair(halfTime) }),
        ...(fullTime && { fullTime: toPair(fullTime) }),
        ...(firstGoal && { firstGoal }),
      },
      { baseVersion: version },
    );
}

function toPair({ home, away }: Goals): [number, number] {
  return [home, away];
}

type ResultEntry = StoredResultDraft & { sent: boolean };

/** The typed result while it differs from the stored one, and a function that saves it. */
export function useResultEntry(
  fixture: OptimisticFixture,
  now: Date,
  onSaved: (() => void) | undefined,
) {
  const queueResult = useQueueResult();
  const { run } = useTaskWithToast(t`Result not saved`);
  const { stored, keep, clear } = useStoredResultDraft(fixture.id);
  const [here, setHere] = useState<ResultEntry>();
  const shown = createResultDraft(fixture, now);
  // The fixture now has the saved result, so the sent draft is removed.
  if (here?.sent && isResultDraftSaved(fixture, here.draft)) setHere(undefined);
  const before =
    stored && !isResultDraftSaved(fixture, stored.draft) ? { ...stored, sent: false } : undefined;
  const typed = here ?? before;
  const draft = typed?.draft ?? shown;
  const change = (changes: Partial<ResultDraft>) => {
    const next = {
      draft: { ...draft, ...changes },
      instead: typed?.instead ?? toFixtureResult(fixture),
    };
    setHere({ ...next, sent: false });
    // A storage fault is ignored here, because a save reports it.
    void keep(next).catch(() => undefined);
  };
  const save = async () =>
    run(async () => {
      const instead = toFixtureResult(fixture);
      setHere({ draft, instead, sent: true });
      try {
        await queueResult(fixture, parseResultDraft(draft));
      } catch (error) {
        setHere({ draft, instead, sent: false });
        throw error;
      }
      await clear().catch(() => undefined);
      onSaved?.();
    });
  const isTyped = typed !== undefined && !typed.sent && !isResultDraftSaved(fixture, draft);
  const isOutdated = isTyped && !isSameResult(typed.instead, toFixtureResult(fixture));
  // Without typing, a draft can be saved if its default status "played" is not stored.
  const isMeant = isTyped || (typed === undefined && !isResultDraftSaved(fixture, shown));
  return { draft, change, save, isTyped: isMeant, isOutdated };
}
