import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useEvicted } from '#client/data/device/storage.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { listText } from '#client/ui/formats.ts';
import { standingsOf } from '#sync/status.ts';
import { KeepingNotes } from './keeping-notes.tsx';
import { OperationList } from './operation-list.tsx';
import { RoomAndTry } from './try-now.tsx';

type Parts = {
  title: string;
  /** How much needs its person, and how much waits. */
  summary: string | undefined;
  list: ReactNode;
  foot: ReactNode;
};

type OnThisPhoneProps = {
  /** What stands around it: a page, or a sheet over one. */
  children: (parts: Parts) => ReactNode;
  /** The most that are listed. */
  most?: number;
};

/** What was done on this phone and where it stands, problems first. */
export function OnThisPhone({ children, most }: OnThisPhoneProps) {
  const { t } = useLingui();
  return children({
    title: t`On this phone`,
    summary: useSummary(),
    list: (
      <>
        <OperationList {...(most !== undefined && { most })} />
        <KeepingNotes />
      </>
    ),
    foot: <RoomAndTry />,
  });
}

function useSummary(): string | undefined {
  const { t } = useLingui();
  const operations = useOperations() ?? [];
  const { lost } = useEvicted();
  if (lost) return t`Something was lost. The rest is safe here.`;
  const standings = [...standingsOf(operations).values()];
  const problems = standings.filter((standing) => standing === 'needs-you').length;
  const waiting = standings.length - problems;
  const counted = [
    ...(problems > 0 ? [plural(problems, { one: '# problem', other: '# problems' })] : []),
    ...(waiting > 0 ? [plural(waiting, { one: '# waiting', other: '# waiting' })] : []),
  ];
  if (counted.length === 0) return undefined;
  const isFresh = operations.some((row) => row.state === 'pending' && row.attempts === 0);
  const counts = listText(counted);
  // Said here once, and not by every entry of its own.
  return isFresh ? t`${counts}. Will be sent when you are online.` : counts;
}
