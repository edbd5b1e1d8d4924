import { useLiveQuery } from 'dexie-react-hooks';
import type { MemberStore } from '#sync/member-store.ts';
import type { PublicStore } from '#sync/public-store.ts';

/** A document's value; undefined until it was read, null when there is none. */
export function useDocument(store: PublicStore | MemberStore | undefined, name: string): unknown {
  return useLiveQuery(async () => (await store?.documents.get(name))?.value ?? null, [store, name]);
}
