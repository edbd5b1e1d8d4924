import { useLiveQuery } from 'dexie-react-hooks';
import type { Tipster } from '#contract/members.ts';
import { tipstersDocument } from '#sync/document-names.ts';
import { listIn, type ListValue } from '#sync/list-value.ts';
import type { Device } from './device.ts';
import { useDevice } from './device-context.tsx';
import { type Fetched, useList } from './use-document.ts';

/**
 * Tipsters whose average odds are at least `category` (0 for all), best first as the server has
 * them; undefined until that list has been on this device.
 */
export function useTipsters(category = 0): Tipster[] | undefined {
  const device = useDevice();
  return useLiveQuery(async () => {
    const { publicStore } = device;
    const kept = await publicStore.documents.get(tipstersDocument(category));
    const list = listIn(kept?.value);
    if (list === undefined) return undefined;
    const tipsters = await publicStore.tipsters.bulkGet(list.ids);
    return withPhones(
      device,
      tipsters.filter((tipster) => tipster !== undefined),
    );
  }, [device, category]);
}

/** That list itself: how old it is, and whether the server goes on with it. */
export function useTipsterList(category = 0): Fetched<ListValue> | null | undefined {
  return useList(tipstersDocument(category));
}

/** One tipster; null when this device does not know them. */
export function useTipster(id: string): Tipster | null | undefined {
  const device = useDevice();
  return useLiveQuery(async () => {
    const tipster = await device.publicStore.tipsters.get(id);
    const [known] = await withPhones(device, tipster ? [tipster] : []);
    return known ?? null;
  }, [device, id]);
}

/** Phone numbers are for members only, so they lie among the member's own rows. */
async function withPhones({ member }: Device, tipsters: Tipster[]): Promise<Tipster[]> {
  if (member === undefined) return tipsters;
  const phones = await member.store.phones.bulkGet(tipsters.map(({ id }) => id));
  return tipsters.map((tipster, index) => {
    const phoneNumber = phones[index]?.phoneNumber;
    return phoneNumber === undefined ? tipster : { ...tipster, phoneNumber };
  });
}
