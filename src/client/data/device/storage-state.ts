import { observed } from '#sync/observable.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';

/** Where this page stores its rows and operations, and what is wrong with it. */
export const storageState = {
  place: observed<'device' | 'memory'>('device'),
  trouble: observed<StorageTrouble | undefined>(undefined),
};
