import { useLiveQuery } from 'dexie-react-hooks';
import { listIn, type ListValue } from '#sync/refresh/list-value.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { useDevice } from './device/device.tsx';

/** A document's value; undefined until it was read, null if there is none. */
export function useDocument(store: PublicStore | MemberStore | undefined, name: string): unknown {
  return useLiveQuery(async () => (await store?.documents.get(name))?.value ?? null, [store, name]);
}

/** A fetched value with the time of the fetch by this device's clock. */
export type Fetched<Value> = { value: Value; fetchedAt: number };

/**
 * A public document or one of the member's own, with its age; undefined until it was read, null if
 * there is none or `isOne` rejects one of another build.
 */
export function useFetched<Value>(
  name: string,
  isOne: (value: unknown) => value is Value,
  whose: 'public' | 'own' = 'public',
): Fetched<Value> | null | undefined {
  const { publicStore, member } = useDevice();
  const store = whose === 'own' ? member?.store : publicStore;
  const row = useLiveQuery(
    async () => ({ name, document: await store?.documents.get(name) }),
    [store, name],
  );
  // The previous name's document is returned until the next is read.
  if (row === undefined || row.name !== name) return undefined;
  const { value, fetchedAt = 0 } = row.document ?? {};
  return isOne(value) ? { value, fetchedAt } : null;
}

/** A list with its age, as far as it was loaded; null if it was never loaded. */
export function useList(name: string): Fetched<ListValue> | null | undefined {
  const list = useFetched(name, (value): value is object => hasFields(value));
  const value = list && listIn(list.value);
  return list && value ? { ...list, value } : list && null;
}

/** True if a document has these fields; another build may have written it. */
export function hasFields(value: unknown, ...names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => name in value);
}
