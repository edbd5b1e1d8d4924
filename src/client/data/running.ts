import { createContext, use } from 'react';
import type { Configuration } from '#contract/site.ts';
import type { Engine } from '#sync/engine.ts';

/** How far the start has come. Screens show what the device holds meanwhile, and afterwards. */
export type Running = {
  engine: Engine | undefined;
  configuration: Configuration | undefined;
  /** What to say when neither the network nor the device has a configuration. */
  failure: string | undefined;
  retry: () => void;
};

export const RunningContext = createContext<Running>({
  engine: undefined,
  configuration: undefined,
  failure: undefined,
  retry: () => undefined,
});

export function useRunning(): Running {
  return use(RunningContext);
}

/** What this site tells its members; undefined until it is known. */
export function useConfiguration(): Configuration | undefined {
  return useRunning().configuration;
}
