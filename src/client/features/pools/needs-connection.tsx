import type { ReactNode } from 'react';
import { useReachability } from '#client/data/device/sync-state.ts';
import { Notice } from '#client/ui/notice.tsx';

/** Whether the server is unreachable: changes of a pool are never queued. */
export function useIsCut(): boolean {
  return useReachability() === 'offline';
}

/** Explains why an action needs a connection. */
export function NeedsConnection({ children }: { children: ReactNode }) {
  return (
    <Notice role="status" tone="saved">
      {children}
    </Notice>
  );
}
