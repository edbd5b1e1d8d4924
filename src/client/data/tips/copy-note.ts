import { useId, useState } from 'react';
import { useSession } from '#client/session/session.ts';
import { copyUsed } from '#client/session/preferences.ts';
import { useTimeOutEnd } from '../time-out.ts';

/** The note that explains Copy and Book: the id that buttons refer to, and whether its room is only reserved. */
export type CopyNoteState = { id: string; awaited: boolean };

/**
 * The note on Copy and Book, until one of them was used on this device; a screen keeps the note it
 * opened with. `hasActions` is true if a tip of the screen can be copied.
 */
export function useCopyNote(hasActions: boolean): CopyNoteState | undefined {
  const id = useId();
  const awaited = useAwaitsActions();
  const [isKnown] = useState(() => copyUsed.get() === 'yes');
  if (isKnown || !(hasActions || awaited)) return undefined;
  return { id, awaited: !hasActions };
}

/** Whether a member's actions are unknown: no action is offered until the time-out was read. */
function useAwaitsActions(): boolean {
  const awaits = useTimeOutEnd() === undefined;
  return useSession() !== undefined && awaits;
}

/** Notes that Copy or Book was used on this device. */
export function storeCopyUsed(): void {
  copyUsed.set('yes');
}
