/** A value with change notification, in the interface of React's useSyncExternalStore. */
export type Observable<Value> = {
  get: () => Value;
  /** Calls back after each change; the returned function unsubscribes. */
  subscribe: (onChange: () => void) => () => void;
};

/** An observable that its owner can set. */
export type WritableObservable<Value> = Observable<Value> & { set: (value: Value) => void };

export function createObservable<Value>(initial: Value): WritableObservable<Value> {
  let current = initial;
  const watchers = new Set<() => void>();

  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const watcher of watchers) watcher();
    },
    subscribe(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}
