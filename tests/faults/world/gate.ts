import type { Pool, PoolClient } from 'pg';

/** What happens at one statement of a request. */
type Mishap =
  /** The process dies there: nothing more of the request happens, and PostgreSQL rolls back. */
  | { at: number; what: 'dies' }
  /** The database is away for this one statement. */
  | { at: number; what: 'database-away' }
  /** Something else happens before it. */
  | { at: number; what: 'meets'; other: () => Promise<void> };

/** Stands between the server and its database and counts the statements of one request. */
export type Gate = {
  /** Lets a mishap befall the request that is handled next; returns whether it did. */
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
    // Whatever has died is rolled back, and the pool gets its connection back.
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
    async during(given, handle) {
      mishap = given;
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

/** The driver takes statements with and without a callback. */
function guard(client: PoolClient, judge: (text: string) => Verdict): void {
  const query = client.query.bind(client);
  const guarded = (...given: unknown[]): unknown => {
    const { problem, before } = judge(textOf(given[0]));
    const callback = given.at(-1);
    if (problem) {
      if (typeof callback !== 'function') return Promise.reject(problem);
      process.nextTick(callback, problem);
      return undefined;
    }
    if (!before) return Reflect.apply(query, client, given);
    const after = before().then((): unknown => Reflect.apply(query, client, given));
    return typeof callback === 'function' ? undefined : after;
  };
  Reflect.set(client, 'query', guarded);
}

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked;
  const text: unknown =
    typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'text') : '';
  return typeof text === 'string' ? text : '';
}
