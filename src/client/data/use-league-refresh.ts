import { useEffect } from 'react';
import { useRunning } from './running.ts';

/** Fetches an opened league's games where the odds service gives one league at a time. */
export function useLeagueRefresh(sportKey: string): void {
  const { engine } = useRunning();

  useEffect(() => {
    // A backend with fixtures sends every league in one answer.
    if (engine && !engine.backend.get()?.can.fixtures)
      void engine.refresh({ what: 'league', sportKey });
  }, [engine, sportKey]);
}
