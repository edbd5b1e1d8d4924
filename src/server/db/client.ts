import { Client, type ClientConfig } from 'pg';

type NamedConfig = ClientConfig & {
  /** The purpose, which pg_stat_activity shows. */
  name: string;
};

/** Timeouts in milliseconds of a connection that only reads a little. */
export const shortTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/** Runs work on a connection of its own, outside the pool. */
export async function withClient<Result>(
  { name, ...config }: NamedConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ application_name: `touchline: ${name}`, ...config });
  // Without a listener a broken connection would end the process; its queries fail anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
