import { useSyncExternalStore } from 'react';
import type { Observable } from '#sync/observable.ts';

/** The current value of an observable; renders again after a change. */
export function useObserved<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
