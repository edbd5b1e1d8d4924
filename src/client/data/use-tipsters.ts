import { useLiveQuery } from 'dexie-react-hooks';
import type { Tipster } from '#contract/members.ts';
import { tipstersDocument } from '#sync/document-names.ts';
import type { Device } from './device.ts';
import { useDevice } from './device-context.ts';

/**
 * Tipsters whose average odds are at least `category` (0 for all), best first as the server has
 * them; undefined until that list has been on this device.
 */
export function useTipsters(category = 0): Tipster[] | undefined {
  const device = useDevice();
  return useLiveQuery(async () => {
    const { publicStore } = device;
    const kept = await publicStore.documents.get(tipstersDocument(category));
    const listed = idsOf(kept?.value);
    if (listed === undefined) return undefined;
    const tipsters = await publicStore.tipsters.bulkGet(listed);
    return withPhones(
      device,
      tipsters.filter((tipster) => tipster !== undefined),
    );
  }, [device, category]);
}

/** Where the server's next page of that list begins; null when this device holds all of it. */
export function useNextTipsters(category = 0): string | null | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () => nextOf((await publicStore.documents.get(tipstersDocument(category)))?.value),
    [publicStore, category],
  );
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

function idsOf(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null || !('ids' in value)) return undefined;
  const { ids } = value;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined;
}

function nextOf(value: unknown): string | null {
  const told = typeof value === 'object' && value !== null && 'next' in value;
  return told && typeof value.next === 'string' ? value.next : null;
}
