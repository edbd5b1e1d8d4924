import { useMemo } from 'react';
import type { Tip } from '#contract/tips.ts';
import type { IfStarted } from '#domain/slip.ts';
import { useActions } from './actions.ts';
import { type Member, useDevice } from '../device/device.tsx';
import type * as Resubmit from './resubmit.ts';
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
  postOthers: (operationId: string) => Promise<Resubmit.ResubmitResult>;
  editAgain: (operationId: string, replace: boolean) => Promise<Resubmit.EditResult>;
  /** Returns whether the tip was unsent, so that the choice could change. */
  chooseIfStarted: (operationId: string, ifStarted: IfStarted) => Promise<boolean>;
  withdrawAndCorrect: (tip: Tip, replace: boolean) => Promise<Resubmit.EditResult>;
};

/** The recovery actions for a tip; their code loads with the first of them. */
export function useResubmission(): Resubmission {
  const { member } = useDevice();
  const { engine } = useRunning();
  return useMemo(() => {
    type Run<Value> = (code: typeof Resubmit, member: Member) => Promise<Value>;
    const load = async <Value>(run: Run<Value>, instead: Value) =>
      member ? run(await import('./resubmit.ts'), member) : instead;
    /** Runs an action that sends a new tip, which a time-out locks. */
    const unlessLocked = async <Value>(run: Run<Value>, instead: Value) => {
      const locked = async () => {
        const { refuseInTimeOut } = await import('./queue.ts');
        await refuseInTimeOut(member, 'tip.post', serverNow(engine));
        const value = await load(run, instead);
        engine?.nudge();
        return value;
      };
      return reportTimeOut(locked(), instead);
    };
    return {
      postOthers: (operationId) =>
        unlessLocked<Resubmit.ResubmitResult>(
          ({ postOthers }, own) => postOthers(own, operationId, serverNow(engine)),
          'gone',
        ),
      editAgain: (operationId, replace) =>
        load<Resubmit.EditResult>(
          ({ editAgain }, own) => editAgain(own, operationId, replace),
          'gone',
        ),
      chooseIfStarted: (operationId, ifStarted) =>
        unlessLocked(
          ({ chooseIfStarted }, own) => chooseIfStarted(own, operationId, ifStarted),
          false,
        ),
      // During a time-out the withdrawn tip could not be posted again.
      withdrawAndCorrect: (tip, replace) =>
        unlessLocked<Resubmit.EditResult>(
          ({ withdrawAndCorrect }, own) => withdrawAndCorrect(own, tip, replace),
          'gone',
        ),
    };
  }, [member, engine]);
}
