import type { ReactNode } from 'react';
import type { AccountAnswer } from '#client/data/account/accounts.ts';
import { useReachability } from '#client/data/device/sync-state.ts';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { Notice } from '#client/ui/notice.tsx';

/** Whether nothing about a pool can be changed right now: no change of one is ever queued. */
export function useIsCut(): boolean {
  return useReachability() === 'offline';
}

/** Why an act has to wait. */
export function NeedsConnection({ children }: { children: ReactNode }) {
  return (
    <Notice role="status" tone="saved">
      {children}
    </Notice>
  );
}

/** What stands against a change, if something does. */
export function wordsAgainst(answer: AccountAnswer): string | undefined {
  if (answer.kind === 'ok') return undefined;
  return answer.kind === 'refused' ? answer.message : noConnectionWords();
}
