import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { useDevice } from './device-context.tsx';
import { readPublicTips } from './use-feed.ts';

/** Somebody's tip; null when this device does not have it, undefined until it was read. */
export function useTip(id: string): Tip | null | undefined {
  const device = useDevice();
  const read = useLiveQuery(async () => {
    const [tip = null] = await readPublicTips(device, async ({ tips }) =>
      (await tips.bulkGet([id])).filter((one) => one !== undefined),
    );
    return { id, tip };
  }, [device, id]);
  return read?.id === id ? read.tip : undefined;
}
