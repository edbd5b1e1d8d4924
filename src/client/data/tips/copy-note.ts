import { useId, useState } from 'react';
import { useSession } from '#client/session/session.ts';
import { copyUsed } from '#client/session/preferences.ts';
import { useTimeOutEnd } from '../time-out.ts';

/** Id of the note about Copy and Book; `awaited`: hidden, as the buttons are not yet available. */
export type CopyNoteState = { id: string; awaited: boolean };

/**
 * The note about Copy and Book, until one of these buttons was used on this device; a note that is
 * already visible stays. `hasActions` is true if a tip on the screen can be copied.
 */
export function useCopyNote(hasActions: boolean): CopyNoteState | undefined {
  const id = useId();
  const awaited = useIsTimeOutUnknown();
  const [isKnown] = useState(() => copyUsed.get() === 'yes');
  if (isKnown || !(hasActions || awaited)) return undefined;
  return { id, awaited: !hasActions };
}

/** True while it is unknown whether a time-out locks the member's actions. */
function useIsTimeOutUnknown(): boolean {
  const awaits = useTimeOutEnd() === undefined;
  return useSession() !== undefined && awaits;
}

/** Stores that Copy or Book was used on this device. */
export function storeCopyUsed(): void {
  copyUsed.set('yes');
}
