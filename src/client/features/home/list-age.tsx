import type { ReactNode } from 'react';
import type { Refresh } from '#client/data/device/refresh.ts';
import { StoredAge } from '#client/ui/notice.tsx';

type ListAgeProps = {
  refresh: Refresh;
  list: { fetchedAt: number } | null | undefined;
  /** What comes with a connection. */
  children: ReactNode;
};

/** Under one of the lists of home: how old it is, where it could not be brought up to date. */
export function ListAge({ refresh, list, children }: ListAgeProps) {
  if (refresh.state !== 'failed' || !list) return undefined;
  return (
    <p className="mt-1.5 text-xs text-dim">
      <StoredAge fetchedAt={list.fetchedAt}>{children}</StoredAge>
    </p>
  );
}
