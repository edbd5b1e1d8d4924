import { useMemo } from 'react';
import type { Tip } from '#contract/tips.ts';
import type { StartedLegPolicy } from '#domain/slip.ts';
import { useOutboxActions } from './outbox-actions.ts';
import { type Member, useDevice } from '../device/device.tsx';
import type * as Resubmit from './resubmit.ts';
import { useEngineState } from '../device/engine-state.ts';
import { serverNow } from '../device/server-time.ts';
import { reportIfInTimeOut } from '../time-out.ts';

/** All recovery actions for a failed operation. */
export function useRecoveryActions(): ResubmitActions &
  Pick<ReturnType<typeof useOutboxActions>, 'retry' | 'discard'> {
  const { retry, discard } = useOutboxActions();
  return {
    retry: (id) => reportIfInTimeOut(retry(id), undefined),
    discard,
    ...useResubmitActions(),
  };
}

/** The recovery actions for a tip that was not posted or must be corrected. */
export type ResubmitActions = {
  postOtherGames: (operationId: string) => Promise<Resubmit.ResubmitResult>;
  editAgain: (operationId: string, replace: boolean) => Promise<Resubmit.EditResult>;
  /** Resolves to true if the policy was changed, because the tip was still unsent. */
  chooseIfStarted: (operationId: string, ifStarted: StartedLegPolicy) => Promise<boolean>;
  withdrawAndCorrect: (tip: Tip, replace: boolean) => Promise<Resubmit.EditResult>;
};

/** The recovery actions for a tip; their code loads with the first action. */
export function useResubmitActions(): ResubmitActions {
  const { member } = useDevice();
  const { engine } = useEngineState();
  return useMemo(() => {
    type Run<Value> = (code: typeof Resubmit, member: Member) => Promise<Value>;
    const load = async <Value>(run: Run<Value>, instead: Value) =>
      member ? run(await import('./resubmit.ts'), member) : instead;
    /** Runs an action that posts a new tip, unless a time-out locks it. */
    const unlessLocked = async <Value>(run: Run<Value>, instead: Value) => {
      const locked = async () => {
        const { refuseInTimeOut } = await import('./queue.ts');
        await refuseInTimeOut(member, 'tip.post', serverNow(engine));
        const value = await load(run, instead);
        engine?.sendPending();
        return value;
      };
      return reportIfInTimeOut(locked(), instead);
    };
    return {
      postOtherGames: (operationId) =>
        unlessLocked<Resubmit.ResubmitResult>(
          ({ postOtherGames }, own) => postOtherGames(own, operationId, serverNow(engine)),
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
      // During a time-out, a withdrawn tip could not be posted again.
      withdrawAndCorrect: (tip, replace) =>
        unlessLocked<Resubmit.EditResult>(
          ({ withdrawAndCorrect }, own) => withdrawAndCorrect(own, tip, replace),
          'gone',
        ),
    };
  }, [member, engine]);
}
