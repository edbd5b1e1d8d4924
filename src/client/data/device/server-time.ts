import { useEffect, useState } from 'react';
import { setFormatClock } from '#client/ui/formats.ts';
import type { Engine } from '#sync/engine.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { parseStoredOffset } from '#sync/stored-offset.ts';
import { useEngineState } from './engine-state.ts';

let serverOffsetMs = 0;

/** Restores the server's clock from the stored offset; called before the first screen. */
export async function restoreServerClock({ documents }: PublicStore): Promise<void> {
  serverOffsetMs =
    parseStoredOffset(await documents.get('server-time'), Date.now()) ?? serverOffsetMs;
  setFormatClock(() => serverNow(undefined));
}

/** The last known offset of the server's clock, in milliseconds. */
export function getServerOffset(): number {
  return serverOffsetMs;
}

/** The server's time from the engine, or from the last known offset without an engine. */
export function serverNow(engine: Pick<Engine, 'serverNow'> | undefined): Date {
  return engine?.serverNow() ?? new Date(Date.now() + serverOffsetMs);
}

/** The server's time, updated every `everyMs`. */
export function useServerNow(everyMs: number): Date {
  const { engine } = useEngineState();
  const [now, setNow] = useState(() => serverNow(engine));

  useEffect(() => {
    const update = () => setNow(serverNow(engine));
    update();
    const timer = setInterval(update, everyMs);
    // The first response sets the clock offset and changes the reachability.
    const unsubscribe = engine?.reachability.subscribe(update);
    return () => {
      clearInterval(timer);
      unsubscribe?.();
    };
  }, [engine, everyMs]);

  return now;
}
