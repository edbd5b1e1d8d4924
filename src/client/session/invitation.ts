import { useObservable } from '#client/use-observable.ts';
import { createPersistedValue, tabStorage, parseStoredText } from './persisted-value.ts';

const invitationOptions = { form: 'text', storage: tabStorage } as const;
const invitation = createPersistedValue('touchline-invitation', parseStoredText, invitationOptions);

/** Stores a pool invitation for this tab, so that the invitation is available after a login. */
export function storePoolInvitation(opened: string | undefined): void {
  invitation.set(opened);
}

/** The invitation that was opened last. */
export function usePoolInvitation(): string | undefined {
  return useObservable(invitation);
}
