import type { Pool, PoolClient } from 'pg';

/** A fault before or after a statement of a request. */
type Mishap = {
  /** The index of the statement in the request. */
  at: number;
  what:
    | 'server-dies'
    | 'database-away'
    /** The commit succeeds, and its response is lost. */
    | 'commit-unheard'
    | 'meets';
  /** The concurrent work of `meets`; never before a commit, which only the database decides. */
  meanwhile?: () => Promise<void>;
};

/** Injects one fault at a time between a server and its database. */
export type Gate = {
  during: <Result>(mishap: Mishap | undefined, handle: () => Promise<Result>) => Promise<Result>;
};

export function gateOf(pool: Pool): Gate {
  let mishap: Mishap | undefined;
  let statements = 0;
  let befell = false;
  /** Statements behind a held one are sent after it. */
  let holding: Promise<void> | undefined;
  const broken = new WeakSet<PoolClient>();

  async function pass(
    client: PoolClient,
    text: string,
    forward: () => Promise<unknown>,
  ): Promise<unknown> {
    if (broken.has(client)) throw away();
    if (holding) await holding;
    if (!mishap || text.startsWith('rollback')) return forward();
    statements += 1;
    const { what, at, meanwhile } = mishap;
    if (what === 'server-dies' && statements >= at) throw away();
    if (what === 'commit-unheard') {
      const answer = await forward();
      if (text !== 'commit' || befell) return answer;
      befell = true;
      throw away();
    }
    if (befell || statements < at || (what === 'meets' && text === 'commit')) return forward();
    befell = true;
    if (what === 'database-away') {
      broken.add(client);
      throw away();
    }
    holding = meanwhile?.();
    await holding;
    holding = undefined;
    return forward();
  }

  pool.on('connect', (client) => guard(client, pass));
  return {
    async during(fault, handle) {
      mishap = fault;
      statements = 0;
      befell = false;
      holding = undefined;
      try {
        return await handle();
      } finally {
        mishap = undefined;
      }
    },
  };
}

function away(): Error {
  return new Error('Connection terminated unexpectedly');
}

type Pass = (client: PoolClient, text: string, forward: () => Promise<unknown>) => Promise<unknown>;

/** The driver accepts statements with and without a callback; the server uses none. */
function guard(client: PoolClient, pass: Pass): void {
  const query = client.query.bind(client);
  const guarded = (...fault: unknown[]): unknown => {
    const forward = (): unknown => Reflect.apply(query, client, fault);
    if (typeof fault.at(-1) === 'function') return forward();
    return pass(client, textOf(fault[0]), async () => forward());
  };
  Reflect.set(client, 'query', guarded);
}

function textOf(statement: unknown): string {
  const text: unknown =
    typeof statement === 'object' && statement !== null
      ? Reflect.get(statement, 'text')
      : statement;
  return typeof text === 'string' ? text : '';
}
