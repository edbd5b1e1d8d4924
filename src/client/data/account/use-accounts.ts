import { useMemo } from 'react';
import type { RemovalExtent } from '#client/session/row-removals.ts';
import type * as AccountCalls from './accounts.ts';
import { useDevice } from '../device/device.tsx';
import { useRunning, useStarted } from '../device/running.ts';

/** The account calls, once their code is loaded. */
export type Accounts = ReturnType<typeof AccountCalls.accountCalls>;

/** Makes account calls, which wait for the configuration. */
export function useAccounts(): <Value>(
  call: (accounts: Accounts) => Promise<Value>,
) => Promise<Value | AccountCalls.Unreachable> {
  const started = useStarted();
  return useMemo(
    () => async (call) => {
      const [{ configuration, engine }, calls] = await Promise.all([
        started(),
        import('./accounts.ts').catch(() => undefined),
      ]);
      if (!configuration || !calls) return { kind: 'unreachable', unsent: true };
      return call(calls.accountCalls(configuration, engine?.backend.get()));
    },
    [started],
  );
}

/** Returns the logout; `unsent` says what is removed here besides the login, `everything` for a deleted account. */
export function useLogOut(): (unsent: RemovalExtent) => Promise<void> {
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
