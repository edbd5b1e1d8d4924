import { Trans, useLingui } from '@lingui/react/macro';
import { gameName } from '#domain/fixture.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { resultText } from '../desk/use-result.ts';

type Result = Pick<OptimisticFixture, 'status' | 'score' | 'firstGoal'>;

/** A source's result that differs from the stored one, with both choices. */
export function DifferingResult({ fixture }: { fixture: OptimisticFixture }) {
  const { t } = useLingui();
  const { enqueue } = useActions();
  const notSavedWords = useNotSavedWords();
  const { told: reported, device, score: _score, firstGoal: _first, ...rest } = fixture;
  if (!reported || device) return undefined;
  const save = async ({ status, score, firstGoal }: Result) => {
    const { id: fixtureId, home, away, version: baseVersion } = fixture;
    const result = { status, ...score, ...(firstGoal && { firstGoal }) };
    const payload = { fixtureId, game: gameName(home, away), ...result };
    try {
      await enqueue('result.set', payload, { baseVersion });
    } catch (error) {
      notify({ tone: 'lost', title: t`Result not saved`, text: notSavedWords(error) });
    }
  };
  const { source, ...reportedResult } = reported;
  const text = resultText({ ...rest, ...reportedResult });
  const current = resultText(fixture);
  return (
    <div role="group" aria-label={t`Another result`} className="grid gap-2">
      <p className="text-sm font-semibold">
        <Trans>
          {source} now says {text}. Nothing is confirmed by rule until you decide.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={async () => save(reportedResult)}>{t`Use ${text}`}</Button>
        <Button onClick={async () => save(fixture)}>{t`Keep ${current}`}</Button>
      </div>
    </div>
  );
}
