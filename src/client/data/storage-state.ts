import { observed } from '#sync/observable.ts';
import type { StorageTrouble } from '#sync/storage-trouble.ts';

/** Where this page keeps what it knows and owes, and what came of opening it. */
export const keeping = {
  place: observed<'device' | 'memory'>('device'),
  trouble: observed<StorageTrouble | undefined>(undefined),
};
