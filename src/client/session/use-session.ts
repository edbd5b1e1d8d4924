import { useSyncExternalStore } from 'react';
import { session, type Session } from './session.ts';

/** The session, live; undefined when logged out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
