import { useEffect, useState } from 'react';
import type { Engine } from '#sync/engine.ts';
import type { PublicStore } from '#sync/public-store.ts';
import { useRunning } from './running.ts';

let offset = 0;

/** Takes up what an earlier start has learnt of the server's time, before the first screen stands. */
export async function readServerClock({ documents }: PublicStore): Promise<void> {
  const value: unknown = (await documents.get('server-time'))?.value;
  if (typeof value === 'number') offset = value;
}

/** By how much the server's clock was ahead when this device last heard of it. */
export function knownOffset(): number {
  return offset;
}

/** The server's time: as the engine knows it, and before there is one as it was known last. */
export function serverNow(engine: Pick<Engine, 'serverNow'> | undefined): Date {
  return engine?.serverNow() ?? new Date(Date.now() + offset);
}

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
