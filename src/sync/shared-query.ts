import { liveQuery } from 'dexie';
import type { Observable } from './observable.ts';

/**
 * A live query that runs once for everybody on the page: a list asks the same in each of its rows.
 * It runs while somebody watches; undefined until it was answered.
 */
export function sharedQuery<Value>(query: () => Promise<Value>): Observable<Value | undefined> {
  const watchers = new Set<() => void>();
  let answer: { value: Value } | { failure: unknown } | undefined;
  let running: { unsubscribe: () => void } | undefined;

  const tell = (told: typeof answer) => {
    answer = told;
    for (const watcher of watchers) watcher();
  };
  return {
    get() {
      // A screen that reads it shows that it cannot, as with any other query.
      if (answer && 'failure' in answer) throw answer.failure;
      return answer?.value;
    },
    subscribe(onChange) {
      watchers.add(onChange);
      running ??= liveQuery(query).subscribe(
        (value) => tell({ value }),
        (failure) => tell({ failure }),
      );
      return () => {
        watchers.delete(onChange);
        if (watchers.size > 0) return;
        running?.unsubscribe();
        running = undefined;
        answer = undefined;
      };
    },
  };
}
