import type { ReactNode } from 'react';
import type { Refresh } from '#client/data/device/refresh.ts';
import { StoredAge, OfflineNotice } from '#client/ui/notice.tsx';

type ListAgeProps = {
  refresh: Refresh;
  list: { fetchedAt: number } | null | undefined;
  /** The text that says which data is fetched later. */
  children: ReactNode;
};

/** The age of a list on the home page, shown if it could not be refreshed. */
export function ListAge({ refresh, list, children }: ListAgeProps) {
  if (!list) return undefined;
  const { fetchedAt } = list;
  return (
    <OfflineNotice
      isShown={refresh.state === 'failed'}
      fetchedAt={fetchedAt}
      className="mt-1.5 text-xs text-dim"
    >
      <StoredAge fetchedAt={fetchedAt}>{children}</StoredAge>
    </OfflineNotice>
  );
}
