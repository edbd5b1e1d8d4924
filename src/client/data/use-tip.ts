import { useObservable } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { useDevice } from './device-context.ts';
import { tipsOn } from './use-feed.ts';

/** Somebody's tip; null when this device does not have it, undefined until it was read. */
export function useTip(id: string): Tip | null | undefined {
  const device = useDevice();
  const found = useObservable<Tip[]>(
    () => tipsOn(device, async ({ tips }) => (await tips.bulkGet([id])).filter((tip) => !!tip)),
    [device, id],
  );
  return found && (found[0] ?? null);
}
