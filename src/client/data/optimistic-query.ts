import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Shows `change` at once; `storing` resolves to true if it was stored, and may reject. */
export type OptimisticUpdate<Value> = (
  change: (seen: Value) => Value,
  storing: Promise<boolean>,
) => void;

type OptimisticState<Value> = {
  value: Value;
  storing: Promise<boolean>;
  /** Number of the query run from which on results contain the change; set after its write. */
  until?: number;
};

/**
 * A live query with optimistic updates. A change shows at once, until a query run that began after
 * its write replaces it; a change that could not be stored disappears. `stored` is the last value
 * read from the database, for texts. Both are undefined until the first read.
 */
export function useOptimisticQuery<Value>(
  query: () => Promise<Value>,
  dependencies: readonly unknown[],
): [seen: Value | undefined, update: OptimisticUpdate<Value>, stored: Value | undefined] {
  const [round, setRound] = useState(0);
  const read = useLiveQuery(
    async () => ({ round, value: await query() }),
    [...dependencies, round],
  );
  const [optimistic, setOptimistic] = useState<OptimisticState<Value>>();
  const latest = useRef({ read, round });
  useEffect(() => {
    latest.current = { read, round };
  }, [read, round]);
  const update = useCallback<OptimisticUpdate<Value>>((change, storing) => {
    setOptimistic((now) => {
      const seen = now ?? latest.current.read;
      return seen && { value: change(seen.value), storing };
    });
    const end = (isStored: boolean) => {
      const next = latest.current.round + 1;
      if (isStored) setRound(next);
      setOptimistic((now) => {
        // A later change includes this one and ends with its own write.
        if (now?.storing !== storing) return now;
        return isStored ? { ...now, until: next } : undefined;
      });
    };
    storing.then(end, () => end(false));
  }, []);
  const isFollowed =
    optimistic?.until !== undefined && read !== undefined && read.round >= optimistic.until;
  if (isFollowed) setOptimistic(undefined);
  const seen = optimistic === undefined || isFollowed ? read?.value : optimistic.value;
  return [seen, update, read?.value];
}
