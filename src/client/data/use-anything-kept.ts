import { useLiveQuery } from 'dexie-react-hooks';
import { birthDocument } from '#sync/member-store.ts';
import type { Device } from './device.ts';
import { useDevice } from './device-context.tsx';

/**
 * Whether this device has anything to show without a network; undefined until it was looked at,
 * which only happens when somebody needs to know.
 */
export function useAnythingKept(asked: boolean): boolean | undefined {
  const device = useDevice();
  return useLiveQuery(
    async () => (asked ? anythingKept(device).catch(() => false) : undefined),
    [device, asked],
  );
}

/** Whether any table of this device holds a row. */
export async function anythingKept({ publicStore, member }: Device): Promise<boolean> {
  const { fixtures, tips, tipsters } = publicStore;
  const own = member ? member.store.tables.filter(({ name }) => name !== 'documents') : [];
  const documents = member?.store.documents.where('name').notEqual(birthDocument);
  const counts = await Promise.all([
    ...[fixtures, tips, tipsters, ...own].map(async (table) => table.limit(1).count()),
    documents?.limit(1).count() ?? 0,
  ]);
  return counts.some((count) => count > 0);
}
