import { useObserved } from '#client/use-observed.ts';
import { createPersistedValue, tabStorage, parseStoredText } from './persisted.ts';

const options = { form: 'text', storage: tabStorage } as const;
const invitation = createPersistedValue('touchline-invitation', parseStoredText, options);

/** Stores an invitation to a pool for this tab, so that a login does not lose it. */
export function storeInvitation(opened: string | undefined): void {
  invitation.set(opened);
}

/** The invitation that was opened last. */
export function useInvitation(): string | undefined {
  return useObserved(invitation);
}
