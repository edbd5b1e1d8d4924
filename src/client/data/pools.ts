import { useAwaitEngine } from './device/engine-state.ts';

/** Returns a function that refreshes the list of pools, and the pool `changed` if given. */
export function usePoolsRefresh() {
  const started = useAwaitEngine();
  return async (changed?: string) => {
    // A quick tap may come before the engine has started.
    const { engine } = await started();
    await engine?.refresh('pools');
    if (changed !== undefined) await engine?.refresh({ what: 'pool', id: changed });
  };
}
