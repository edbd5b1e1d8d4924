import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

/** After this long without an answer a server that people look at is asked for one. */
const longestQuiet = 6_000;

type QuietServerParts = {
  connection: Pick<Connection, 'look' | 'heardAt' | 'reachability'>;
  clock: Clock;
  isVisible: () => boolean;
  /** The server was away, and answers again. */
  onBack: () => void;
};

/**
 * Asks a server that nothing was heard of for a while whether it is still there, as long as the page is
 * visible: nothing else would notice on a page where nothing happens.
 */
export function watchQuietServer({ connection, clock, isVisible, onBack }: QuietServerParts) {
  let callOff = () => {};

  function wait(milliseconds: number): void {
    callOff();
    callOff = clock.after(milliseconds, () => {
      // Again in any case: an answer that never comes must not end the asking.
      wait(longestQuiet);
      void lookIfQuiet();
    });
  }

  async function lookIfQuiet(): Promise<void> {
    const quiet = clock.now() - connection.heardAt();
    if (!isVisible()) return;
    if (quiet < longestQuiet) {
      wait(longestQuiet - quiet);
      return;
    }
    const wasAway = connection.reachability.get() === 'offline';
    await connection.look();
    if (wasAway && connection.reachability.get() === 'online') onBack();
  }

  return {
    start: () => wait(longestQuiet),
    /** The page is looked at again. */
    woke: () => void lookIfQuiet(),
    stop: () => callOff(),
  };
}
