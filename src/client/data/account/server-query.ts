import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useReachability } from '../device/sync-state.ts';
import type { Unreachable } from './accounts.ts';
import { type Accounts, useAccounts } from './use-accounts.ts';

/** An answer to the request that `key` and the number of the attempt identify. */
type Answered<Answer> = { key: string; attempt: number; answer: Answer | Unreachable };

/** The last answer, also while a newer request runs, and the ways to replace it. */
type ServerQuery<Answer> = {
  answer: Answer | Unreachable | undefined;
  isWaiting: boolean;
  retry: () => void;
  /** Replaces the answer by a newer one that came with another call. */
  replace: (answer: Answer) => void;
};

/**
 * Reads what is not stored: when the page opens, with each new `key`, on `retry`, and after a failure
 * as soon as the server responds again. A late answer to an earlier request is dropped.
 * @param key - Identifies the request; nothing is requested without one.
 * @param delayMs - Pause before a request, for a key that is being typed.
 */
export function useServerQuery<Answer extends { kind: string }>(
  key: string | undefined,
  call: (accounts: Accounts) => Promise<Answer>,
  delayMs = 0,
): ServerQuery<Answer> {
  const callAccount = useAccounts();
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered<Answer>>();
  const request = useEffectEvent(async () => callAccount(call));
  useEffect(() => {
    if (key === undefined) return undefined;
    let isLate = false;
    const load = async () => {
      const answer = await request();
      if (!isLate) setAnswered({ key, attempt, answer });
    };
    const timer = setTimeout(() => void load(), delayMs);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [key, attempt, delayMs]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useReachableAgain(() => {
    if (answered?.answer.kind === 'unreachable') retry();
  });
  return {
    answer: answered?.answer,
    isWaiting: answered?.key !== key || answered?.attempt !== attempt,
    retry,
    replace: (answer) => setAnswered((before) => before && { ...before, answer }),
  };
}

/** Calls back when the network or the server comes back. */
function useReachableAgain(onReachable: () => void): void {
  const reached = useEffectEvent(onReachable);
  const isOnline = useReachability() === 'online';
  useEffect(() => {
    if (isOnline) reached();
    const look = () => reached();
    globalThis.addEventListener('online', look);
    return () => globalThis.removeEventListener('online', look);
  }, [isOnline]);
}
