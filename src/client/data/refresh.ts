import { useCallback, useEffect, useState } from 'react';
import { untilIdle } from '#client/idle.ts';
import type { Engine, Wanted, WantedName } from '#sync/engine.ts';
import { useRunning } from './running.ts';

/** How an attempt to bring rows up to date stands; what is on the device shows meanwhile. */
export type Refresh = { state: 'waiting' | 'fresh' | 'failed'; retry: () => void };

/**
 * Live queries read what came a moment after it was written, and a slow phone draws it later still.
 * A screen that took it for done before that would say that there is nothing, and jump.
 */
const untilRead = 150;

async function untilDrawn(): Promise<void> {
  await new Promise((done) => setTimeout(done, untilRead));
  await untilIdle();
}

/** Brings rows up to date when a screen opens or is looked at again, and on demand. */
export function useRefresh(wanted: WantedName | Wanted): Refresh {
  const { engine, failure } = useRunning();
  // An equal wish in a new object is the same wish.
  const wish = JSON.stringify(wanted);
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered>();

  useEffect(() => {
    if (engine === undefined) return undefined;
    let current = true;
    const bring = async () => {
      const answer = await engine.refresh(readWish(wish));
      if (answer !== 'failed') await untilDrawn();
      if (current) setAnswered({ engine, wish, attempt, fresh: answer !== 'failed' });
    };
    // Who comes back after hours, or to a line, must not take old rows for new ones.
    const look = () => {
      if (document.visibilityState === 'visible') void bring();
    };
    void bring();
    document.addEventListener('visibilitychange', look);
    globalThis.addEventListener('online', look);
    return () => {
      current = false;
      document.removeEventListener('visibilitychange', look);
      globalThis.removeEventListener('online', look);
    };
  }, [engine, wish, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  if (failure !== undefined) return { state: 'failed', retry };
  const known =
    answered?.engine === engine && answered?.wish === wish && answered.attempt === attempt;
  if (!known) return { state: 'waiting', retry };
  return { state: answered.fresh ? 'fresh' : 'failed', retry };
}

/** Which attempt was answered, and how. */
type Answered = { engine: Engine; wish: string; attempt: number; fresh: boolean };

function readWish(wish: string): WantedName | Wanted {
  return JSON.parse(wish);
}

/** Fetches what comes after the rows of this device; answers whether that went well. */
export type More = {
  state: 'idle' | 'waiting' | 'failed';
  load: (wanted: Wanted) => Promise<boolean>;
};

export function useMore(): More {
  const { engine } = useRunning();
  const [state, setState] = useState<More['state']>('idle');
  return {
    state,
    async load(wanted) {
      if (!engine) {
        setState('failed');
        return false;
      }
      setState('waiting');
      const answer = await engine.refresh(wanted);
      setState(answer === 'failed' ? 'failed' : 'idle');
      return answer !== 'failed';
    },
  };
}
