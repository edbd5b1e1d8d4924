import { useMemo } from 'react';
import { useDevice } from './device-context.tsx';
import { useRunning } from './running.ts';

/** Logs the member out; what was never sent stays for them or goes. */
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
