import { startPostgres } from '#server/db/postgres.ts';

// Runs the server's PostgreSQL management alone, in a process that a test can kill.
const dataDir = process.env['DATA_DIR'] ?? '';
try {
  const postgres = await startPostgres({ dataDir, report: console.log, onLost: quit });
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  console.log(`PostgreSQL is at ${postgres.url}`);
} catch (error) {
  quit(error);
}

function quit(error: unknown): never {
  console.error(error);
  process.exit(1);
}
