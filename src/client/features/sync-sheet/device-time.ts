import { useEffect, useState } from 'react';

/** This device's clock, updated every `everyMs`: the queue measures its waits by it. */
export function useDeviceNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  return now;
}
