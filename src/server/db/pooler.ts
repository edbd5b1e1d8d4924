import type { Client } from 'pg';

import { OperatorError } from '../platform/error-reports.ts';

/**
 * True if a pooler is between the server and PostgreSQL: the process id that the connection
 * reported at its start differs from the backend's.
 */
async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return 'processID' in client && client.processID !== rows[0]?.pid;
}

/** Refuses a pooler in transaction mode, which would lose session state that the server uses. */
export async function expectNoPooler(client: Client): Promise<void> {
  if (!(await isPooled(client))) return;
  throw new OperatorError(
    'Between this server and PostgreSQL stands a connection pooler, such as PgBouncer. Touchline keeps ' +
      'its role, time limits, prepared queries and locks on its connections, and a pooler hands them to ' +
      'others. Nothing was changed. Name PostgreSQL itself in DATABASE_URL: the server pools by itself, ' +
      'and DATABASE_CONNECTIONS says how many connections each process may hold.',
  );
}
