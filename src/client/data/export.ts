import { useMemo } from 'react';
import { useDevice } from './device-context.tsx';

/** Saves the pending operations as a file. It needs no connection, and holds no login. */
export function useExport(): {
  saveAll: () => Promise<void>;
  saveOne: (operationId: string) => Promise<void>;
} {
  const { member } = useDevice();
  return useMemo(
    () => ({
      saveAll: async () => {
        if (!member) return;
        const { exportFile } = await import('#sync/outbox-export.ts');
        download(await exportFile(member.store));
      },
      saveOne: async (operationId) => {
        if (!member) return;
        const { exportOperations } = await import('#sync/outbox-export.ts');
        const all = await exportOperations(member.store);
        const operations = all.operations.filter(({ id }) => id === operationId);
        const text = JSON.stringify({ ...all, operations }, undefined, 2);
        download(new Blob([text], { type: 'application/json' }));
      },
    }),
    [member],
  );
}

/** Hands a file over as a download. */
export function download(file: Blob, kind: 'json' | 'csv' = 'json'): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `touchline-${new Date().toISOString().slice(0, 10)}.${kind}`;
  link.click();
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
