import { useAwaitEngine } from './device/engine-state.ts';

/** Refreshes the stored list of pools, and the changed pool unless the member has left it. */
export function usePoolsRefresh() {
  const started = useAwaitEngine();
  return async (changed?: string) => {
    // A quick tap may come before the engine has started.
    const { engine } = await started();
    await engine?.refresh('pools');
    if (changed !== undefined) await engine?.refresh({ what: 'pool', id: changed });
  };
}
