import { useCapability } from './device/sync-state.ts';

/** Whether the backend has records. */
export function useHasRecords(): boolean {
  return useCapability('records') !== false;
}
