import { useMemo } from 'react';
import type { Tip } from '#contract/tips.ts';
import type { IfStarted } from '#domain/slip.ts';
import { useActions } from './actions.ts';
import { useDevice } from '../device/device.tsx';
import type { EditResult, ResubmitResult } from './resubmit.ts';
import { useRunning } from '../device/running.ts';
import { serverNow } from '../device/server-time.ts';
import { reportTimeOut } from '../time-out.ts';

/** All recovery actions for an operation. */
export function useRecovery(): Resubmission &
  Pick<ReturnType<typeof useActions>, 'retry' | 'discard'> {
  const { retry, discard } = useActions();
  return { retry: (id) => reportTimeOut(retry(id), undefined), discard, ...useResubmission() };
}

/** The recovery actions for a tip. */
export type Resubmission = {
  postOthers: (operationId: string) => Promise<ResubmitResult>;
  editAgain: (operationId: string, replace: boolean) => Promise<EditResult>;
  /** Returns whether the tip was unsent, so that the choice could change. */
  chooseIfStarted: (operationId: string, ifStarted: IfStarted) => Promise<boolean>;
  withdrawAndCorrect: (tip: Tip, replace: boolean) => Promise<EditResult>;
};

/** The recovery actions for a tip; their code loads with the first of them. */
export function useResubmission(): Resubmission {
  const { member } = useDevice();
  const { engine } = useRunning();
  return useMemo(() => {
    /** Runs an action that sends a new tip, which a time-out locks. */
    const unlessLocked = async <Value>(resubmit: () => Promise<Value>, instead: Value) => {
      const locked = async () => {
        const { refuseInTimeOut } = await import('./queue.ts');
        await refuseInTimeOut(member, 'tip.post', serverNow(engine));
        const value = await resubmit();
        engine?.nudge();
        return value;
      };
      return reportTimeOut(locked(), instead);
    };
    return {
      postOthers: async (operationId) => {
        if (!member) return 'gone';
        const { postOthers } = await import('./resubmit.ts');
        const post = async () => postOthers(member, operationId, serverNow(engine));
        return unlessLocked<ResubmitResult>(post, 'gone');
      },
      editAgain: async (operationId, replace) => {
        if (!member) return 'gone';
        const { editAgain } = await import('./resubmit.ts');
        return editAgain(member, operationId, replace);
      },
      chooseIfStarted: async (operationId, ifStarted) => {
        if (!member) return false;
        const { chooseIfStarted } = await import('./resubmit.ts');
        const choose = async () => chooseIfStarted(member, operationId, ifStarted);
        return unlessLocked(choose, false);
      },
      withdrawAndCorrect: async (tip, replace) => {
        if (!member) return 'gone';
        const { withdrawAndCorrect } = await import('./resubmit.ts');
        // During a time-out the withdrawn tip could not be posted again.
        const correct = async () => withdrawAndCorrect(member, tip, replace);
        return unlessLocked<EditResult>(correct, 'gone');
      },
    };
  }, [member, engine]);
}
