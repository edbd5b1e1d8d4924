import { createContext, use } from 'react';

/** Whether the server cannot be reached. What failed is fetched by itself once it answers again. */
export const OfflineContext = createContext(false);

/** Offline no Retry is offered: it could not work. */
export function useOffline(): boolean {
  return use(OfflineContext);
}
