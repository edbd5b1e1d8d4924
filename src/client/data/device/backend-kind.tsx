import type { ReactNode } from 'react';
import { useSession } from '#client/session/session.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { useProfile } from '../member-row-queries.ts';
import { useEngineValue } from './engine-state.ts';

/** True for a backend with only the calls of the specification; false while the kind is unknown. */
function useIsSpecOnlyBackend(): boolean {
  return useEngineValue<Backend | undefined>(({ backend }) => backend, undefined)?.kind === 'spec';
}

type TouchlineOnlyProps = { children: ReactNode; instead?: ReactNode };

/** Shows content that needs a Touchline server; on a spec-only backend shows `instead`. */
export function TouchlineBackendOnly({ children, instead }: TouchlineOnlyProps) {
  return useIsSpecOnlyBackend() ? instead : children;
}

/**
 * The member's role; undefined while it is unknown. A spec-only backend sends no roles, so every
 * member may try all calls there.
 */
export function useRole(): string | undefined {
  const profile = useProfile();
  const session = useSession();
  return useIsSpecOnlyBackend() ? 'administrator' : (profile?.role ?? session?.role);
}

/** True if the backend has tipsters' records and monthly tables. */
export function useBackendHasRecords(): boolean {
  return !useIsSpecOnlyBackend();
}
