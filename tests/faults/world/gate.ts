import type { Pool, PoolClient } from 'pg';

/** A fault at one statement of a request. */
type Mishap =
  /** The process dies there: nothing more of the request happens, and PostgreSQL rolls back. */
  | { at: number; what: 'dies' }
  /** The database is unavailable for this statement. */
  | { at: number; what: 'database-away' }
  /** Other work runs before it. */
  | { at: number; what: 'meets'; other: () => Promise<void> };

/** Counts the statements of one request between the server and its database. */
export type Gate = {
  /** Applies a fault to the next request; returns true if it happened. */
  during: <Result>(
    mishap: Mishap | undefined,
    handle: () => Promise<Result>,
  ) => Promise<{ result: Result; befell: boolean }>;
};

type Verdict = { problem?: Error; before?: () => Promise<void> };

export function gateOf(pool: Pool): Gate {
  let mishap: Mishap | undefined;
  let statements = 0;
  let befell = false;

  function judge(text: string): Verdict {
    if (!mishap) return {};
    // After a death the transaction is rolled back and the connection returns to the pool.
    if (text.startsWith('rollback')) return {};
    statements += 1;
    if (mishap.what === 'dies' && statements >= mishap.at) {
      befell = true;
      return { problem: away() };
    }
    if (statements !== mishap.at || befell) return {};
    befell = true;
    if (mishap.what === 'database-away') return { problem: away() };
    return mishap.what === 'meets' ? { before: mishap.other } : {};
  }

  pool.on('connect', (client) => guard(client, judge));

  return {
    async during(fault, handle) {
      mishap = fault;
      statements = 0;
      befell = false;
      try {
        return { result: await handle(), befell };
      } finally {
        mishap = undefined;
      }
    },
  };
}

function away(): Error {
  return new Error('Connection terminated unexpectedly');
}

/** The driver accepts statements with and without a callback. */
function guard(client: PoolClient, judge: (text: string) => Verdict): void {
  const query = client.query.bind(client);
  const guarded = (...fault: unknown[]): unknown => {
    const { problem, before } = judge(textOf(fault[0]));
    const callback = fault.at(-1);
    if (problem) {
      if (typeof callback !== 'function') return Promise.reject(problem);
      process.nextTick(callback, problem);
      return undefined;
    }
    if (!before) return Reflect.apply(query, client, fault);
    const after = before().then((): unknown => Reflect.apply(query, client, fault));
    return typeof callback === 'function' ? undefined : after;
  };
  Reflect.set(client, 'query', guarded);
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const text: unknown =
    typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : '';
  return typeof text === 'string' ? text : '';
}
