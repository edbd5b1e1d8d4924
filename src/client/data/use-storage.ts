import { useSyncExternalStore } from 'react';
import { type Observable, observed } from '#sync/observable.ts';
import type { StorageTrouble } from '#sync/storage-trouble.ts';
import type { Owed } from '#sync/storage-watch.ts';
import { keeping } from './keeping.ts';
import { useRunning } from './running.ts';

const none = observed<StorageTrouble | undefined>(undefined);

/** Whether what is done here outlives this page. */
export function useIsKept(): boolean {
  return useSyncExternalStore(keeping.place.subscribe, keeping.place.get) === 'device';
}

/** What is wrong with this device's storage, if anything is. */
export function useStorageTrouble(): StorageTrouble | undefined {
  const { engine } = useRunning();
  const watched: Observable<StorageTrouble | undefined> = engine?.storage.trouble ?? none;
  const running = useSyncExternalStore(watched.subscribe, watched.get);
  const early = useSyncExternalStore(keeping.trouble.subscribe, keeping.trouble.get);
  return early ?? running;
}

/** What was lost with an evicted database, and how to say that it was read. */
export function useEvicted(): { owed: Owed | undefined; seen: () => void } {
  const { engine } = useRunning();
  return { owed: engine?.storage.evicted(), seen: () => engine?.storage.seen() };
}
