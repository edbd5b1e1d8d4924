import type { Dexie } from 'dexie';
import { onTestFinished } from 'vitest';

/** Blocks all writes to an open database until the returned function is called. */
export function blockWrites(store: Dexie): () => void {
  const names = store.tables.map(({ name }) => name);
  const [first = ''] = names;
  let isBusy = true;
  const objects = store.backendDB().transaction(names, 'readwrite').objectStore(first);
  const goOn = () => {
    if (isBusy) objects.count().addEventListener('success', goOn);
  };
  goOn();
  const end = () => {
    isBusy = false;
  };
  onTestFinished(end);
  return end;
}
