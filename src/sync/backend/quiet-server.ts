import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

/** Time without a response after which a visible page pings, in milliseconds. */
const maxQuietMs = 6_000;

type QuietServerDependencies = {
  connection: Pick<Connection, 'checkServer' | 'lastResponseAt' | 'reachability'>;
  clock: Clock;
  isVisible: () => boolean;
  /** Called when the server answers again after an outage. */
  onBack: () => void;
};

/**
 * Pings a server after `maxQuietMs` without a response while the page is visible, because a page
 * without requests would not notice an outage.
 */
export function watchQuietServer({
  connection,
  clock,
  isVisible,
  onBack,
}: QuietServerDependencies) {
  let callOff = () => {};

  function wait(milliseconds: number): void {
    callOff();
    callOff = clock.schedule(milliseconds, () => {
      // Schedules the next check first, because a ping may get no response.
      wait(maxQuietMs);
      void lookIfQuiet();
    });
  }

  async function lookIfQuiet(): Promise<void> {
    const quiet = clock.now() - connection.lastResponseAt();
    if (!isVisible()) return;
    if (quiet < maxQuietMs) {
      wait(maxQuietMs - quiet);
      return;
    }
    const wasAway = connection.reachability.get() === 'offline';
    await connection.checkServer();
    if (wasAway && connection.reachability.get() === 'online') onBack();
  }

  return {
    start: () => wait(maxQuietMs),
    /** Called when the page has become visible again. */
    woke: () => void lookIfQuiet(),
    stop: () => callOff(),
  };
}
