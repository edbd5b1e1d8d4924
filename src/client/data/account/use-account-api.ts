import { useMemo } from 'react';
import type { RemovalExtent } from '#client/session/pending-removals.ts';
import type * as AccountCalls from './account-api.ts';
import { useDevice } from '../device/device.tsx';
import { useEngineState, useAwaitEngine } from '../device/engine-state.ts';

/** The functions that call the server about accounts, which the first call loads. */
export type AccountApi = ReturnType<typeof AccountCalls.createAccountApi>;

/** Returns a function that waits for the site's configuration and then makes an account call. */
export function useAccountApi(): <Value>(
  call: (accounts: AccountApi) => Promise<Value>,
) => Promise<Value | AccountCalls.UnreachableAnswer> {
  const started = useAwaitEngine();
  return useMemo(
    () => async (call) => {
      const [{ configuration, engine }, calls] = await Promise.all([
        started(),
        import('./account-api.ts').catch(() => undefined),
      ]);
      if (!configuration || !calls) return { kind: 'unreachable', unsent: true };
      return call(calls.createAccountApi(configuration, engine?.backend.get()));
    },
    [started],
  );
}

/** Returns the logout function; `unsent` defines which rows are removed besides the login. */
export function useLogOut(): (unsent: RemovalExtent) => Promise<void> {
  const { member } = useDevice();
  const { engine, configuration } = useEngineState();
  return useMemo(
    () => async (unsent) => {
      if (member === undefined) return;
      const { logOut } = await import('./log-out.ts');
      await logOut({ member, engine, configuration, unsent });
    },
    [member, engine, configuration],
  );
}
