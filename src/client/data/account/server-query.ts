import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import { reportServerNeeded } from '#client/startup/first-screen.ts';
import { useAwaitEngine } from '../device/engine-state.ts';
import { useReachability } from '../device/sync-state.ts';
import type { UnreachableAnswer } from './account-api.ts';
import { type AccountApi, useAccountApi } from './use-account-api.ts';

/** The answer to one request, which is identified by `key` and the attempt number. */
type QueryResult<Answer> = {
  key: string | undefined;
  attempt: number;
  answer: Answer | UnreachableAnswer;
  /** True if the answer was set by `replace`, so that no request is needed for this attempt. */
  isReplacement: boolean;
};

/** The number of the current attempt, and the last result, possibly of an earlier attempt. */
type QueryState<Answer> = { attempt: number; result?: QueryResult<Answer> };

/** The last answer, which stays visible while a newer request runs. */
type ServerQuery<Answer> = {
  answer: Answer | UnreachableAnswer | undefined;
  isWaiting: boolean;
  retry: () => void;
  /** Sets a newer answer that another call returned; ignores the answer of a running request. */
  replace: (answer: Answer) => void;
};

/**
 * Reads server data that is not stored: when the page opens, when `key` changes, on `retry`, and
 * again when the network or the server is back after a request without a response. A late answer to
 * an earlier request is ignored. @param key - Identifies the request; nothing is requested if
 * undefined. @param delayMs - Pause before a request, for a key that the person is typing.
 */
export function useServerQuery<Answer extends { kind: string }>(
  key: string | undefined,
  call: (accounts: AccountApi) => Promise<Answer>,
  delayMs = 0,
): ServerQuery<Answer> {
  const [{ attempt, result }, setState] = useState<QueryState<Answer>>({ attempt: 0 });
  const isWaiting = result?.key !== key || result?.attempt !== attempt;
  const callServer = useReachabilityCheckedCall();
  const request = useEffectEvent(async () => callServer(call));
  const isReplaced = useEffectEvent(() => !isWaiting && result.isReplacement);
  useEffect(() => {
    if (key === undefined || isReplaced()) return undefined;
    reportServerNeeded();
    let isLate = false;
    const load = async () => {
      const answer = await request();
      const loaded = { attempt, result: { key, attempt, answer, isReplacement: false } };
      // `replace` may have been called during the request.
      if (!isLate) setState((state) => (state.attempt === attempt ? loaded : state));
    };
    const timer = setTimeout(() => void load(), delayMs);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [key, attempt, delayMs]);

  const retry = useCallback(() => setState(nextAttempt), []);
  useOnReachable(() => {
    if (!isWaiting && result?.answer.kind === 'unreachable') retry();
  });
  return {
    answer: result?.answer,
    isWaiting,
    retry,
    replace: (answer) => setState((state) => replaceAnswer(state, key, answer)),
  };
}

function nextAttempt<Answer>({ attempt, ...state }: QueryState<Answer>): QueryState<Answer> {
  return { ...state, attempt: attempt + 1 };
}

function replaceAnswer<Answer>(
  state: QueryState<Answer>,
  key: string | undefined,
  answer: Answer,
): QueryState<Answer> {
  const attempt = state.attempt + 1;
  return { attempt, result: { key, attempt, answer, isReplacement: true } };
}

/** Returns a function that calls the server and, without a response, checks its reachability. */
function useReachabilityCheckedCall() {
  const callAccount = useAccountApi();
  const started = useAwaitEngine();
  return async <Answer extends { kind: string }>(
    call: (accounts: AccountApi) => Promise<Answer>,
  ): Promise<Answer | UnreachableAnswer> => {
    const answer = await callAccount(call);
    if (answer.kind === 'unreachable') void started().then(({ engine }) => engine?.checkServer());
    return answer;
  };
}

/** Calls `onReachable` when the network or the server comes back. */
function useOnReachable(onReachable: () => void): void {
  const reached = useEffectEvent(onReachable);
  const isOnline = useReachability() === 'online';
  useEffect(() => {
    if (isOnline) reached();
    return onBrowserEvents(['online'], () => reached());
  }, [isOnline]);
}
