import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Goals, gameName } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import {
  type ResultDraft,
  type TypedResult,
  useTypedResult,
} from '#client/data/tips/result-drafts.ts';
import { matchResultWords } from '#client/ui/fixture/result-words.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { draftOf, isSameResult, isSaved, resultIn, resultOf } from './result-draft.ts';

/** The result of a fixture in one line. */
export function resultText(fixture: OptimisticFixture): string {
  return matchResultWords(resultIn(fixture), fixture);
}

type Typed = TypedResult & { sent: boolean };

/** The typed result while it differs from the fixture's, and the function that saves it. */
export function useResult(
  fixture: OptimisticFixture,
  now: Date,
  onSaved: (() => void) | undefined,
) {
  const { enqueue } = useActions();
  const notSavedWords = useNotSavedWords();
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
  const save = async () => {
    const { id: fixtureId, home, away, version } = fixture;
    const instead = resultIn(fixture);
    setHere({ draft, instead, sent: true });
    try {
      await enqueue(
        'result.set',
        { fixtureId, game: gameName(home, away), ...payloadOf(draft) },
        { baseVersion: version },
      );
    } catch (error) {
      setHere({ draft, instead, sent: false });
      notify({ tone: 'lost', title: t`Result not saved`, text: notSavedWords(error) });
      return;
    }
    await clear().catch(() => undefined);
    onSaved?.();
  };
  const isTyped = typed !== undefined && !typed.sent && !isSaved(fixture, draft);
  const isOutdated = isTyped && !isSameResult(typed.instead, resultIn(fixture));
  // A game that may be over has the default status "played", which is no result before digits are
  // typed.
  const isMeant = isTyped || (typed === undefined && !isSaved(fixture, shown));
  return { draft, change, save, isTyped: isMeant, isOutdated };
}

function payloadOf(draft: ResultDraft) {
  const { status, halfTime, fullTime, firstGoal } = resultOf(draft);
  const pair = ({ home, away }: Goals): [number, number] => [home, away];
  return {
    status,
    ...(halfTime && { halfTime: pair(halfTime) }),
    ...(fullTime && { fullTime: pair(fullTime) }),
    ...(firstGoal && { firstGoal }),
  };
}
