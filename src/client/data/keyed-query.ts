import { useLiveQuery } from 'dexie-react-hooks';

/**
 * A live query of the row that `key` names; undefined until it was read. Without the key, a live
 * query returns the previous row until it has read the next one.
 */
export function useKeyedQuery<Value>(
  key: string | undefined,
  query: () => Promise<Value>,
  dependencies: readonly unknown[],
): Value | undefined {
  const read = useLiveQuery(async () => ({ key, value: await query() }), [...dependencies, key]);
  return read?.key === key ? read?.value : undefined;
}
