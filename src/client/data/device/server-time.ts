import { useEffect, useState } from 'react';
import { setClock } from '#client/ui/formats.ts';
import type { Engine } from '#sync/engine.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { storedOffset } from '#sync/stored-offset.ts';
import { useRunning } from './running.ts';

let offset = 0;

/** Reads what an earlier start has learnt of the server's time, before the first screen. */
export async function readServerClock({ documents }: PublicStore): Promise<void> {
  offset = storedOffset(await documents.get('server-time'), Date.now()) ?? offset;
  setClock(() => serverNow(undefined));
}

/** By how much the server's clock was ahead at its last answer. */
export function knownOffset(): number {
  return offset;
}

/** The server's time from the engine, or the last known offset without one. */
export function serverNow(engine: Pick<Engine, 'serverNow'> | undefined): Date {
  return engine?.serverNow() ?? new Date(Date.now() + offset);
}

/** The server's time, updated every so often. */
export function useServerNow(everyMs: number): Date {
  const { engine } = useRunning();
  const [now, setNow] = useState(() => serverNow(engine));

  useEffect(() => {
    const update = () => setNow(serverNow(engine));
    update();
    const timer = setInterval(update, everyMs);
    // The offset comes with the first answer, which changes the reachability.
    const unsubscribe = engine?.reachability.subscribe(update);
    return () => {
      clearInterval(timer);
      unsubscribe?.();
    };
  }, [engine, everyMs]);

  return now;
}
