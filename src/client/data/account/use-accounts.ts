import { useEffect, useMemo, useRef, useState } from 'react';
import type * as AccountCalls from './accounts.ts';
import { useDevice } from '../device/device.tsx';
import { useRunning } from '../device/running.ts';

/** The calls about accounts, once they are loaded. */
export type Accounts = ReturnType<typeof AccountCalls.accounts>;

/** The calls about accounts, which wait for the configuration. */
export function useAccounts(): <Value>(
  call: (accounts: Accounts) => Promise<Value>,
) => Promise<Value | { kind: 'unreachable' }> {
  const { configuration, failure, engine } = useRunning();
  const [started] = useState(() => Promise.withResolvers<void>());
  const latest = useRef({ configuration, engine });

  useEffect(() => {
    latest.current = { configuration, engine };
    if (configuration !== undefined || failure !== undefined) started.resolve();
  }, [configuration, engine, failure, started]);

  return useMemo(
    () => async (call) => {
      await started.promise;
      const { configuration, engine } = latest.current;
      if (configuration === undefined) return { kind: 'unreachable' };
      const calls = await import('./accounts.ts').catch(() => undefined);
      if (calls === undefined) return { kind: 'unreachable' };
      return call(calls.accounts(configuration, engine?.backend.get()));
    },
    [started],
  );
}

/** Logs the member out, and keeps or deletes their pending operations. */
export function useLogOut(): (unsent: 'keep' | 'delete') => Promise<void> {
  const { member } = useDevice();
  const { engine, configuration } = useRunning();
  return useMemo(
    () => async (unsent) => {
      if (member === undefined) return;
      const { logOut } = await import('./log-out.ts');
      await logOut({ member, engine, configuration, unsent });
    },
    [member, engine, configuration],
  );
}
