// Without the dialogs themselves, so that a page that opens none loads none.
import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { focusHeadingAfter } from '../focus.ts';

/** Whether the entry of the history is that of a dialog: who goes on from it takes its place. */
export function liesOver(): boolean {
  return stateNow()['over'] !== undefined;
}

/** The state of the entry of the history, which is anybody's. */
function stateNow(): Record<string, unknown> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

/** Gives the focus to what has just come; the same function each time, so that it is given once. */
export function takeFocus(element: HTMLElement | null): (() => void) | undefined {
  element?.focus();
  return focusHeadingAfter(element);
}

/** Brings what has just come into sight, as far as its scroller needs to move for that. */
export function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

let counted: Pick<RouterHistory, 'location'> | undefined;

/** Names the router's history, which numbers its entries: those of what lies over a page count too. */
export function countEntriesIn(history: Pick<RouterHistory, 'location'>): void {
  counted = history;
}

/** The state of an entry after the one that is up; the router has it that it stands there already. */
function nextState(own: string): Record<string, unknown> {
  const index = counted?.location.state.__TSR_index;
  if (counted === undefined || index === undefined) return { ...stateNow(), over: own };
  // Without this a page that takes the place of the entry has the number of the one below, and who is
  // asked whether to leave it and stays would have that one loaded anew instead.
  counted.location.state.__TSR_index = index + 1;
  return { ...stateNow(), over: own, __TSR_index: index + 1 };
}

let opened = 0;
/** The entry that was last given back: until the browser has done so, the history still stands on it. */
let givenBack: string | undefined;

/**
 * Makes the phone's Back close what lies over the page, and not leave the page: an entry of the
 * history stands for it, with the address and the state of the page itself. Closed by a button, it
 * takes its entry back; left by a link, the entry stays and leads to the page.
 */
export function useBackCloses(
  open: boolean,
  onClose: () => void,
  /** Somebody goes on from here, and takes the place of the entry. */
  leaves?: () => boolean,
): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!open) return undefined;
    opened += 1;
    const own = `${Date.now()}-${opened}`;
    const onPop = () => {
      // Unless only another dialog that lay over this one has gone.
      if (stateNow()['over'] !== own) close();
    };
    const push = () => {
      // The browser's own: to the router nothing has moved.
      History.prototype.pushState.call(history, nextState(own), '');
      globalThis.addEventListener('popstate', onPop);
    };
    // Pushed while another is given back, this one would go in its place.
    const isGivingBack = givenBack !== undefined && stateNow()['over'] === givenBack;
    if (isGivingBack) globalThis.addEventListener('popstate', push, { once: true });
    else push();
    return () => {
      globalThis.removeEventListener('popstate', push);
      globalThis.removeEventListener('popstate', onPop);
      if (stateNow()['over'] !== own || leaves?.()) return;
      givenBack = own;
      history.back();
    };
  }, [open, leaves]);
}
