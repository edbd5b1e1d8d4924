import { useCallback, useEffect, useRef, useState } from 'react';

/** Changes what is seen; `storing` says whether that was stored, or fails, as soon as the disk has it. */
export type Show<Value> = (change: (seen: Value) => Value, storing: Promise<boolean>) => void;

type Ahead<Value> = {
  value: Value;
  storing: Promise<boolean>;
  /** What had been read by the moment the disk had the change: the next value read holds it. */
  readBefore?: { stored: Value };
};

/**
 * A stored value as its person sees it: what they change shows at once, until the value that was read follows. A
 * change that could not be stored goes again.
 */
export function useShownAhead<Value>(stored: Value): [seen: Value, show: Show<Value>] {
  const [ahead, setAhead] = useState<Ahead<Value>>();
  const read = useRef(stored);
  useEffect(() => {
    read.current = stored;
  }, [stored]);
  const show = useCallback<Show<Value>>((change, storing) => {
    setAhead((now) => ({ value: change(now ? now.value : read.current), storing }));
    const end = (isStored: boolean) =>
      setAhead((now) => {
        // A later change holds this one, and ends with its own storing.
        if (now?.storing !== storing) return now;
        return isStored ? { ...now, readBefore: { stored: read.current } } : undefined;
      });
    storing.then(end, () => end(false));
  }, []);
  const isFollowed = ahead?.readBefore !== undefined && ahead.readBefore.stored !== stored;
  if (isFollowed) setAhead(undefined);
  return [ahead === undefined || isFollowed ? stored : ahead.value, show];
}
