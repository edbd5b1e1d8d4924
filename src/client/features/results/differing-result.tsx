import { Trans, useLingui } from '@lingui/react/macro';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { Button } from '#client/ui/button.tsx';
import { matchResultWords } from '#client/ui/fixture/result-words.ts';
import { useReportedTask } from '../desk/desk-task.ts';
import { resultIn } from '../desk/result-draft.ts';
import { useResultQueue } from '../desk/use-result.ts';

/** A source's result that differs from the stored one, with both choices. */
export function DifferingResult({ fixture }: { fixture: OptimisticFixture }) {
  const { t } = useLingui();
  const queueResult = useResultQueue();
  const { run } = useReportedTask(t`Result not saved`);
  const { told: reported, device } = fixture;
  if (!reported || device) return undefined;
  const { source } = reported;
  const [theirs, ours] = [resultIn(reported), resultIn(fixture)];
  const text = matchResultWords(theirs, fixture);
  const current = matchResultWords(ours, fixture);
  return (
    <div role="group" aria-label={t`Another result`} className="grid gap-2">
      <p className="text-sm font-semibold">
        <Trans>
          {source} now says {text}. Nothing is confirmed by rule until you decide.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => run(async () => queueResult(fixture, theirs))}>
          {t`Use ${text}`}
        </Button>
        <Button onClick={() => run(async () => queueResult(fixture, ours))}>
          {t`Keep ${current}`}
        </Button>
      </div>
    </div>
  );
}
