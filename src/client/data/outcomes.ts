import type { Outcome } from '#sync/engine.ts';

type Listener = (outcome: Outcome) => void;

const listeners = new Set<Listener>();
const early: Outcome[] = [];

/** Passes on that the server took an operation or refused it. */
export function tellOutcome(outcome: Outcome): void {
  if (listeners.size === 0) early.push(outcome);
  for (const listener of listeners) listener(outcome);
}

/** Hears of every outcome, those from before somebody listened included. */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  early.splice(0).forEach(listener);
  return () => listeners.delete(listener);
}
