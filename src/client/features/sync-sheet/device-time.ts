import { useEffect, useState } from 'react';

/** This device's own clock, anew every so often: what the queue reckons its waits by. */
export function useDeviceNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  return now;
}
