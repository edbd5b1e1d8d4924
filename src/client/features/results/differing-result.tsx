import { Trans, useLingui } from '@lingui/react/macro';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { Button } from '#client/ui/button.tsx';
import { matchResultText } from '#client/ui/fixture/match-result-text.ts';
import { useTaskWithToast } from '../desk/desk-task.ts';
import { toFixtureResult } from '../desk/result-draft.ts';
import { useQueueResult } from '../desk/use-result-entry.ts';

/** A data source's result that differs from the stored result; the person chooses one. */
export function DifferingResult({ fixture }: { fixture: OptimisticFixture }) {
  const { t } = useLingui();
  const queueResult = useQueueResult();
  const { run } = useTaskWithToast(t`Result not saved`);
  const { told: reported, device } = fixture;
  if (!reported || device) return undefined;
  const { source } = reported;
  const [theirs, ours] = [toFixtureResult(reported), toFixtureResult(fixture)];
  const text = matchResultText(theirs, fixture);
  const current = matchResultText(ours, fixture);
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
