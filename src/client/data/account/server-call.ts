import { useState } from 'react';
import { describeNoConnection } from '#client/ui/messages/problems.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { AccountAnswer } from './account-api.ts';
import { type AccountApi, useAccountApi } from './use-account-api.ts';

/** The reason why a call failed; `code` and `errors` come from the server's problem response. */
export type CallFailure = {
  text: string;
  code?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
};

type FailedAnswer = Exclude<AccountAnswer, { kind: 'ok' }>;

/**
 * A call that is never queued, with handlers for its answer. `Success` is any answer that is not a
 * failure: `ok`, or another kind such as `cancelled`.
 */
export type ServerCall<Values, Success extends { kind: string }> = {
  call: (accounts: AccountApi, values: Values) => Promise<Success | FailedAnswer>;
  onSuccess: (answer: Success, values: Values) => Promise<void> | void;
  /** Returns another failure to report, `true` to report none, or undefined for this failure. */
  onFailure?: (failure: CallFailure) => CallFailure | true | undefined;
  /** Error text if no response came; the default says that there is no connection. */
  unansweredText?: string;
};

/** Returns a function that makes a call and returns the failure to report, if any. */
export function useServerCall() {
  const callAccount = useAccountApi();
  return async <Values, Success extends { kind: string }>(
    { call, onSuccess, onFailure, unansweredText }: ServerCall<Values, Success>,
    values: Values,
  ): Promise<CallFailure | undefined> => {
    const answer = await callAccount((accounts) => call(accounts, values));
    if (!isFailed(answer)) {
      await onSuccess(answer, values);
      return undefined;
    }
    const failure = toFailure(answer, unansweredText);
    const report = onFailure?.(failure) ?? failure;
    return report === true ? undefined : report;
  };
}

function isFailed(answer: { kind: string }): answer is FailedAnswer {
  return answer.kind === 'refused' || answer.kind === 'unreachable';
}

/** Converts a failed answer to the failure to report. */
export function toFailure(answer: FailedAnswer, unanswered?: string): CallFailure {
  if (answer.kind === 'refused') return { ...answer, text: answer.message };
  return { text: (!answer.unsent && unanswered) || describeNoConnection() };
}

/** Makes a button's call; returns whether a call is running, and the last error text. */
export function useServerAction() {
  const callServer = useServerCall();
  const { busy, run } = useTask();
  const [problem, setProblem] = useState<string>();
  const send = async <Success extends { kind: string }>(call: ServerCall<void, Success>) =>
    run(async () => {
      setProblem(undefined);
      setProblem((await callServer(call, undefined))?.text);
    });
  return { busy, problem, send };
}
