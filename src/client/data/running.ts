import { createContext, use } from 'react';
import type { Configuration } from '#contract/site.ts';
import type { Engine, Outcome } from '#sync/engine.ts';

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

/** What this site says about itself; undefined until it is known. */
export function useConfiguration(): Configuration | undefined {
  return useRunning().configuration;
}

type Listener = (outcome: Outcome) => void;

const listeners = new Set<Listener>();
const early: Outcome[] = [];

/** Passes on that the server took an operation or refused it. */
export function reportOutcome(outcome: Outcome): void {
  if (listeners.size === 0) early.push(outcome);
  for (const listener of listeners) listener(outcome);
}

/** Hears of every outcome, those from before somebody listened included. */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  early.splice(0).forEach(listener);
  return () => listeners.delete(listener);
}
