import type { Pool, PoolClient } from 'pg';

/** A fault of a request; `at` is the index of a statement. */
type Mishap =
  /** The process dies: the rest of the request does not happen, and PostgreSQL rolls back. */
  | { what: 'server-dies'; at: number }
  /** The database is unavailable for this statement. */
  | { what: 'database-away'; at: number }
  /** The connection is lost at this statement. */
  | { what: 'connection-lost'; at: number }
  /** The commit succeeds, but its response is lost. */
  | { what: 'commit-unheard' }
  /** Other work runs before this statement; with `sparesCommit`, never before a commit. */
  | { what: 'meets'; at: number; meanwhile: () => Promise<void>; sparesCommit?: true };

/** Counts the statements of one request, between a server and its database. */
export type Gate = {
  /** Applies a fault to the next request; `befell` is true if the fault happened. */
  during: <Result>(
    mishap: Mishap | undefined,
    handle: () => Promise<Result>,
  ) => Promise<{ result: Result; befell: boolean }>;
};

type Forward = () => Promise<unknown>;

export function gateOf(pool: Pool): Gate {
  let mishap: Mishap | undefined;
  let statements = 0;
  let befell = false;
  /** The delayed statement, for which later statements wait. */
  let holding: Promise<void> | undefined;
  const broken = new WeakSet<PoolClient>();

  async function pass(client: PoolClient, text: string, forward: Forward): Promise<unknown> {
    if (broken.has(client)) throw away();
    if (holding) await holding;
    // After a death the rollback still passes, so that the connection returns to the pool.
    if (!mishap || text.startsWith('rollback')) return forward();
    statements += 1;
    if (mishap.what === 'commit-unheard') return unheard(text, forward);
    if (statements < mishap.at) return forward();
    if (mishap.what === 'server-dies') befell = true;
    else if (befell || isSpared(mishap, text)) return forward();
    befell = true;
    if (mishap.what === 'connection-lost') broken.add(client);
    if (mishap.what !== 'meets') throw away();
    holding = mishap.meanwhile();
    await holding;
    holding = undefined;
    return forward();
  }

  async function unheard(text: string, forward: Forward): Promise<unknown> {
    const answer = await forward();
    if (text !== 'commit' || befell) return answer;
    befell = true;
    throw away();
  }

  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    // The driver accepts a statement with or without a callback.
    const guarded = (...rest: unknown[]): unknown => {
      const forward = (): unknown => Reflect.apply(query, client, rest);
      if (!mishap && !holding && !broken.has(client)) return forward();
      const passed = pass(client, textOf(rest[0]), async () => forward());
      const callback = rest.at(-1);
      if (typeof callback !== 'function') return passed;
      void passed.catch((problem: unknown) => process.nextTick(callback, problem));
      return undefined;
    };
    Reflect.set(client, 'query', guarded);
  });

  return {
    async during(fault, handle) {
      mishap = fault;
      statements = 0;
      befell = false;
      holding = undefined;
      try {
        return { result: await handle(), befell };
      } finally {
        mishap = undefined;
      }
    },
  };
}

function isSpared(mishap: Mishap, text: string): boolean {
  return mishap.what === 'meets' && mishap.sparesCommit === true && text === 'commit';
}

function away(): Error {
  return new Error('Connection terminated unexpectedly');
}

function textOf(statement: unknown): string {
  const text: unknown =
    typeof statement === 'object' && statement !== null
      ? Reflect.get(statement, 'text')
      : statement;
  return typeof text === 'string' ? text : '';
}
