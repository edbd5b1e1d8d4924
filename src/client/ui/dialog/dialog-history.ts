// Must not import the dialogs: a page that opens no dialog loads none.
import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Whether the current history entry belongs to a dialog; a navigation from it replaces the entry.
 */
export function isDialogEntry(): boolean {
  return stateNow()['over'] !== undefined;
}

/** The state of the current history entry, which any code may have written. */
function stateNow(): Record<string, unknown> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

let counted: Pick<RouterHistory, 'location'> | undefined;

/** Registers the router's history, whose entry numbers must count the entries of dialogs. */
export function countEntriesIn(history: Pick<RouterHistory, 'location'>): void {
  counted = history;
}

/** The state of the next history entry. The router expects its own index in it. */
function nextState(own: string): Record<string, unknown> {
  const index = counted?.location.state.__TSR_index;
  if (counted === undefined || index === undefined) return { ...stateNow(), over: own };
  // Without its own number a page that replaces this entry would carry the number of the entry
  // below. A person who stays on a guarded page would then reload the entry below.
  counted.location.state.__TSR_index = index + 1;
  return { ...stateNow(), over: own, __TSR_index: index + 1 };
}

let opened = 0;
/** The last entry that was removed; until the browser has gone back, the history is still on it. */
let removedEntry: string | undefined;

/**
 * Makes the phone's Back button close a dialog instead of leaving the page. The dialog gets a
 * history entry with the page's address and state. Closing it by a button removes the entry;
 * following a link keeps the entry, which then leads to the page.
 */
export function useBackCloses(
  open: boolean,
  onClose: () => void,
  /** Returns true if the dialog closes because of a navigation, which replaces the entry. */
  leaves?: () => boolean,
): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!open) return undefined;
    opened += 1;
    const own = `${Date.now()}-${opened}`;
    const onPop = () => {
      // Going back from another dialog above this one also fires `popstate`.
      if (stateNow()['over'] !== own) close();
    };
    const push = () => {
      // Calls the browser's method directly, because the router must not see a navigation.
      History.prototype.pushState.call(history, nextState(own), '');
      globalThis.addEventListener('popstate', onPop);
    };
    // A push while another entry is being removed would be lost with it.
    const isRemovingEntry = removedEntry !== undefined && stateNow()['over'] === removedEntry;
    if (isRemovingEntry) globalThis.addEventListener('popstate', push, { once: true });
    else push();
    return () => {
      globalThis.removeEventListener('popstate', push);
      globalThis.removeEventListener('popstate', onPop);
      if (stateNow()['over'] !== own || leaves?.()) return;
      removedEntry = own;
      history.back();
    };
  }, [open, leaves]);
}
