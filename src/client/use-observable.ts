import { useSyncExternalStore } from 'react';
import type { Observable } from '#sync/observable.ts';

/** Returns the current value of an observable; a change renders the component again. */
export function useObservable<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
