import { useEffect, useState } from 'react';
import { useRunning } from './running.ts';

/** The server's time as far as this device knows it, anew every so often. */
export function useServerNow(everyMs: number): Date {
  const { engine } = useRunning();
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    const tell = () => setNow(engine?.serverNow() ?? new Date());
    tell();
    const timer = setInterval(tell, everyMs);
    return () => clearInterval(timer);
  }, [engine, everyMs]);

  return now;
}
