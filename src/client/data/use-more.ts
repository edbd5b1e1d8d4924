import { useState } from 'react';
import type { Wanted } from '#sync/engine.ts';
import { useRunning } from './running.ts';

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
