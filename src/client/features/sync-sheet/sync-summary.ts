import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useLostOperations } from '#client/data/device/storage.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { listText } from '#client/ui/formats.ts';
import { useIsSavingDurable } from '#client/ui/tag.tsx';
import { divideOperationsByProblem } from '#sync/status.ts';

/** Returns one line about lost, undecided and saved operations; undefined if there are none. */
export function useSyncSummary(): string | undefined {
  const { t } = useLingui();
  const { lost } = useLostOperations();
  const counts = useOperationCountsText();
  const sentences = [lost && t`Something was lost. The rest is safe here.`, counts].filter(Boolean);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function useOperationCountsText(): string | undefined {
  const { t } = useLingui();
  const durable = useIsSavingDurable();
  const operations = useOperations() ?? [];
  const { problems, saved } = divideOperationsByProblem(operations);
  const savedText = (count: number) => (durable ? t`${count} saved` : t`${count} not sent`);
  const counted = [
    ...(problems.length > 0 ? [problemsText(problems.length)] : []),
    ...(saved.length > 0 ? [savedText(saved.length)] : []),
  ];
  if (counted.length === 0) return undefined;
  const isFresh = operations.some((row) => row.state === 'pending' && row.attempts === 0);
  const counts = listText(counted);
  // The summary contains this sentence, so that no entry repeats it.
  return isFresh ? t`${counts}. Will be sent when you are online.` : counts;
}

function problemsText(count: number): string {
  return plural(count, { one: '# problem', other: '# problems' });
}
