import { useMemo } from 'react';
import { useStarted } from '../device/running.ts';
import type * as Calls from './desk-calls.ts';

/** Makes a call that only administrators may make; undefined if there was no response. */
export type CallDesk = <Value>(
  call: (calls: ReturnType<typeof Calls.deskCalls>) => Promise<Value>,
) => Promise<Value | undefined>;

/** The calls of the administrators' pages, whose code loads with the first of them. */
export function useDeskCalls(): CallDesk {
  const started = useStarted();
  return useMemo(
    () => async (call) => {
      const { configuration } = await started();
      const calls = await import('./desk-calls.ts').catch(() => undefined);
      if (configuration === undefined || calls === undefined) return undefined;
      return call(calls.deskCalls(configuration));
    },
    [started],
  );
}
