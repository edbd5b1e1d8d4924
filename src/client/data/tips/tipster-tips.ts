import type { Tip } from '#contract/tips.ts';
import { type TipsterTipFilters, tipsterTipsDocument } from '#sync/refresh/document-names.ts';
import { parseStoredList } from '#sync/refresh/stored-list.ts';
import { useDevice } from '../device/device.tsx';
import { useKeyedQuery } from '../keyed-query.ts';
import { readPublicTips } from './public-tip-queries.ts';

/**
 * A tipster's tips in the server's order; null if the list was never loaded, undefined until the
 * list was read.
 */
export function useTipsterTips(
  tipsterId: string,
  filters: TipsterTipFilters,
): Tip[] | null | undefined {
  const device = useDevice();
  const name = tipsterTipsDocument(tipsterId, filters);
  const isSettled = filters.state === 'settled';
  const read = async () => {
    const list = parseStoredList((await device.publicStore.documents.get(name))?.value);
    if (list === undefined) return null;
    return readPublicTips(device, async (store) => {
      const rows = await store.tips.bulkGet(list.ids);
      // A tip's row may be newer than the list, so its settled state is checked again.
      return rows.filter((tip) => tip?.IsGameSuccessful === isSettled).filter(isTip);
    });
  };
  return useKeyedQuery(name, read, [device, isSettled]);
}

function isTip(row: Tip | undefined): row is Tip {
  return row !== undefined;
}
