import { useState } from 'react';
import type { Wanted } from '#sync/engine.ts';
import { useRunning } from './running.ts';

/** Fetches what comes after the rows of this device. */
export type More = { state: 'idle' | 'waiting' | 'failed'; load: (wanted: Wanted) => void };

export function useMore(): More {
  const { engine } = useRunning();
  const [state, setState] = useState<More['state']>('idle');
  return {
    state,
    load(wanted) {
      if (!engine) {
        setState('failed');
        return;
      }
      setState('waiting');
      void engine
        .refresh(wanted)
        .then((answer) => setState(answer === 'failed' ? 'failed' : 'idle'));
    },
  };
}
