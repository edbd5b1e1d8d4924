import { createContext, use } from 'react';

/** Whether the server is unreachable. Failed fetches repeat automatically once it is reachable again. */
export const OfflineContext = createContext(false);

/** Whether to hide Retry: it would fail. */
export function useOffline(): boolean {
  return use(OfflineContext);
}
