import { useLiveQuery } from 'dexie-react-hooks';

/**
 * A live query of one row by key; undefined until this row was read. A plain live query would
 * return the row of the previous key meanwhile.
 */
export function useKeyedQuery<Value>(
  key: string | undefined,
  query: () => Promise<Value>,
  dependencies: readonly unknown[],
): Value | undefined {
  const read = useLiveQuery(async () => ({ key, value: await query() }), [...dependencies, key]);
  return read?.key === key ? read?.value : undefined;
}
