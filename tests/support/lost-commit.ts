import type { Database } from '#server/db/database.ts';

/** The next commit on any of its connections is done, and said to be lost. */
export function losesTheNextCommit({ $client: pool }: Database): void {
  let isLost = false;
  pool.on('acquire', (client) => {
    if (isLost || Object.hasOwn(client, 'query')) return;
    const query: unknown = Reflect.get(client, 'query');
    const asking = async (...asked: unknown[]) => {
      if (typeof query !== 'function') throw new TypeError('a connection that cannot be asked');
      const answer: unknown = await Reflect.apply(query, client, asked);
      if (isLost || !isCommit(asked[0])) return answer;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    };
    Object.defineProperty(client, 'query', { configurable: true, value: asking });
  });
}

function isCommit(asked: unknown): boolean {
  const text = typeof asked === 'object' && asked && 'text' in asked ? asked.text : asked;
  return text === 'commit';
}
