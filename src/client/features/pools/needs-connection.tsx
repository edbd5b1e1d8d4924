import type { ReactNode } from 'react';
import type { AccountAnswer } from '#client/data/account/accounts.ts';
import { useReachability } from '#client/data/device/sync-state.ts';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
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

/** The error text of a failed change; undefined after a success. */
export function failureTextOf(answer: AccountAnswer): string | undefined {
  if (answer.kind === 'ok') return undefined;
  return answer.kind === 'refused' ? answer.message : noConnectionWords();
}
