import { useEffect, useState } from 'react';
import { useRunning } from './running.ts';
import { serverNow } from './server-clock.ts';

/** The server's time as far as this device knows it, anew every so often. */
export function useServerNow(everyMs: number): Date {
  const { engine } = useRunning();
  const [now, setNow] = useState(() => serverNow(engine));

  useEffect(() => {
    const tell = () => setNow(serverNow(engine));
    tell();
    const timer = setInterval(tell, everyMs);
    // What is known of the server's time comes with its first answer, or with the lack of one.
    const endHearing = engine?.reachability.subscribe(tell);
    return () => {
      clearInterval(timer);
      endHearing?.();
    };
  }, [engine, everyMs]);

  return now;
}
