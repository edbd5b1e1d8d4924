import { useMemo } from 'react';
import { useDevice } from '../device/device.tsx';

/** Functions that download pending operations as a file without the token; they work offline. */
export function useOutboxExport(): {
  saveAll: () => Promise<void>;
  saveOne: (operationId: string) => Promise<void>;
} {
  const { member } = useDevice();
  return useMemo(() => {
    const save = async (operationId?: string) => {
      if (!member) return;
      const { createExportFile } = await import('#sync/outbox/export.ts');
      downloadFile(await createExportFile(member.store, operationId));
    };
    return { saveAll: () => save(), saveOne: save };
  }, [member]);
}

/** Saves a file in the browser's downloads, with the date in its name. */
export function downloadFile(file: Blob, kind: 'json' | 'csv' = 'json'): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `touchline-${new Date().toISOString().slice(0, 10)}.${kind}`;
  link.click();
  // Some browsers read the file only seconds after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
