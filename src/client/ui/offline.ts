import { createContext, use } from 'react';

/** True if the server is unreachable; failed fetches are then repeated automatically later. */
export const OfflineContext = createContext(false);

/** True if Retry buttons should be hidden, because a retry would fail. */
export function useOffline(): boolean {
  return use(OfflineContext);
}
