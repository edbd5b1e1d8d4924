import { useLiveQuery } from 'dexie-react-hooks';
import type { FixtureRow } from '#sync/public-store.ts';
import { useDevice } from './device-context.tsx';

/** The fixtures behind some ids, as far as this device knows them. */
export function useFixturesById(
  ids: readonly string[],
): ReadonlyMap<string, FixtureRow> | undefined {
  const { publicStore } = useDevice();
  // As text, so that an equal list asks for no new query.
  const wanted = ids.join('\n');
  return useLiveQuery(async () => {
    const rows = await publicStore.fixtures.bulkGet(wanted === '' ? [] : wanted.split('\n'));
    return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  }, [publicStore, wanted]);
}
