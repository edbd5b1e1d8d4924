import { join } from 'node:path';

import { startPostgres, urlOf } from './postgres.ts';
import { openHome } from './postgres/home.ts';
import { runningPostmaster } from './postgres/postmaster-file.ts';

/**
 * The product's own PostgreSQL for a command of a moment: that of the server which is running, else
 * one that lives as long as the command.
 */
export async function postgresAtHand(
  dataDir: string,
  say: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await openHome(dataDir);
  const running = await runningPostmaster(join(home.path, 'data'));
  if (running?.status === 'ready') {
    return { url: urlOf(running.port, home.password), stop: async () => undefined };
  }
  return startPostgres({
    dataDir,
    say,
    onLost(reason) {
      say(`PostgreSQL is gone: ${reason.message}`);
      process.exit(1);
    },
  });
}
