import { Client, type ClientBase, type ClientConfig } from 'pg';

const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?]+)(.*)$/;

/**
 * Splits a URL with several hosts, such as postgres://user@one:5432,two:5432/name, into one URL per
 * host.
 */
export function splitHosts(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = urlPattern.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => start + host + rest);
}

/** The user name and password of a URL; empty if missing. */
export type Credentials = { name: string; password: string };

/** Parses the user name and password of a database URL. */
export function parseCredentials(url: string): Credentials {
  const [first = url] = splitHosts(url);
  const { username, password } = new URL(first);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Returns the URL with other credentials. */
export function replaceCredentials(url: string, { name, password }: Credentials): string {
  const [, scheme = ''] = /^(\w+:\/\/)/.exec(url) ?? [];
  const rest = url.slice(scheme.length).replace(/^[^/]*@/, '');
  return `${scheme}${encodeURIComponent(name)}:${encodeURIComponent(password)}@${rest}`;
}

/**
 * Returns the URL of the host that accepts writes, else of a host that can be read. A single host
 * is not checked.
 */
export async function findActiveHostUrl(url: string): Promise<string> {
  const [first = url, ...others] = splitHosts(url);
  if (others.length === 0) return first;
  const found = [first, ...others].map(async (address) => ({
    address,
    writes: await acceptsWrites(address),
  }));
  const primary = found.map(async (each) => {
    const { address, writes } = await each;
    if (!writes) throw new Error(`${new URL(address).host} takes no writes`);
    return address;
  });
  return Promise.any(primary).catch(async () => {
    const { address } = await Promise.any(found);
    return address;
  });
}

const timeoutMs = 1_000;

async function acceptsWrites(connectionString: string): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  return withClient(
    { name: 'which host', connectionString, ...timeouts },
    async (client) => !(await isReadOnlyConnection(client)),
  );
}

export async function isReadOnlyConnection(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ readOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly"`,
  );
  return rows[0]?.readOnly ?? true;
}

type ConnectCallback = (error: Error | null, client: Client) => void;

/** Returns options of a pool whose new connections go to the host that accepts writes. */
export function createPoolOptions(url: string): {
  connectionString: string;
  Client?: typeof Client;
} {
  const [first = url, ...others] = splitHosts(url);
  if (others.length === 0) return { connectionString: first };
  let pending: Promise<string> | undefined;
  // Connections that open at the same time share one check.
  const find = async () =>
    (pending ??= findActiveHostUrl(url).finally(() => {
      pending = undefined;
    }));

  class ClientAtWork extends Client {
    override connect(): Promise<Client>;
    override connect(connected: ConnectCallback): void;
    override connect(connected?: ConnectCallback): Promise<Client> | void {
      // The pool adds its listener after this promise resolves; an error before that would end the
      // process.
      this.on('error', () => undefined);
      const opened = find().then(async (address) => {
        const { hostname, port } = new URL(address);
        const host = hostname.replaceAll(/[[\]]/g, '');
        Object.assign(this, { host, port: Number(port || 5432) });
        return super.connect();
      });
      if (!connected) return opened;
      opened.then(
        (client) => connected(null, client),
        (error: Error) => connected(error, this),
      );
    }
  }
  return { connectionString: first, Client: ClientAtWork };
}

type NamedClientConfig = ClientConfig & {
  /** The purpose of the connection, shown in pg_stat_activity. */
  name: string;
};

/** Timeouts in milliseconds of a connection for a few short queries. */
export const shortTimeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/** Runs work on a new connection outside the pool. */
export async function withClient<Result>(
  { name, ...config }: NamedClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ application_name: `touchline: ${name}`, ...config });
  // Without a listener a connection error would end the process; running queries reject anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
