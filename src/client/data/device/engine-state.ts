import {
  createContext,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Configuration } from '#contract/site/site.ts';
import type { Engine, OperationOutcome } from '#sync/engine.ts';
import type { Observable } from '#sync/observable.ts';

/**
 * The engine and the configuration, both undefined until they are ready. The screens show stored
 * rows meanwhile.
 */
export type EngineState = {
  engine: Engine | undefined;
  configuration: Configuration | undefined;
  /** The message if neither the network nor the device has a configuration. */
  failure: string | undefined;
  retry: () => void;
};

export const EngineContext = createContext<EngineState>({
  engine: undefined,
  configuration: undefined,
  failure: undefined,
  retry: () => undefined,
});

export function useEngineState(): EngineState {
  return use(EngineContext);
}

/** A live value of the engine; `initial` while there is no engine. */
export function useEngineValue<Value>(
  select: (engine: Engine) => Observable<Value>,
  initial: Value,
): Value {
  const { engine } = useEngineState();
  const { subscribe, get } = engine
    ? select(engine)
    : { subscribe: subscribeToNothing, get: () => initial };
  return useSyncExternalStore(subscribe, get);
}

const subscribeToNothing = () => () => undefined;

/** The site's configuration; undefined until it is known. */
export function useSiteConfiguration(): Configuration | undefined {
  return useEngineState().configuration;
}

/** Returns a function that waits until the start has a configuration or has failed. */
export function useAwaitEngine(): () => Promise<EngineState> {
  const running = useEngineState();
  const [started] = useState(() => Promise.withResolvers<void>());
  const latest = useRef(running);

  useEffect(() => {
    latest.current = running;
    if (running.configuration !== undefined || running.failure !== undefined) started.resolve();
  }, [running, started]);

  return useMemo(() => async () => started.promise.then(() => latest.current), [started]);
}

type OutcomeListener = (outcome: OperationOutcome) => void;

const listeners = new Set<OutcomeListener>();
const earlyOutcomes: OperationOutcome[] = [];

/** Reports the outcome of an operation to all listeners, or stores it for the first listener. */
export function reportOutcome(outcome: OperationOutcome): void {
  if (listeners.size === 0) earlyOutcomes.push(outcome);
  for (const listener of listeners) listener(outcome);
}

/** Adds a listener for outcomes, which gets the stored outcomes first; returns the removal. */
export function subscribeToOutcomes(listener: OutcomeListener): () => void {
  listeners.add(listener);
  earlyOutcomes.splice(0).forEach(listener);
  return () => listeners.delete(listener);
}
