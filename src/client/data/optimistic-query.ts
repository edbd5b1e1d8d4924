import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Changes what is seen; `storing` says whether that was stored, or fails, once the disk has answered. */
export type OptimisticUpdate<Value> = (
  change: (seen: Value) => Value,
  storing: Promise<boolean>,
) => void;

type Optimistic<Value> = {
  value: Value;
  storing: Promise<boolean>;
  /** The round of reading that follows what was stored, and so holds it. */
  until?: number;
};

/**
 * A live query of this device as its person sees it: what they change is seen at once, until a read that began after
 * it was stored takes its place. A change that could not be stored goes again. `stored` is the last read alone: only
 * it may be put in words. Both are undefined until the first read.
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
  const [optimistic, setOptimistic] = useState<Optimistic<Value>>();
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
        // A later change holds this one, and ends with its own storing.
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
