// Must not import the dialogs: a page that opens no dialog loads none.
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Whether the current history entry belongs to a dialog; a navigation from it replaces the entry.
 */
export function isDialogEntry({ location }: RouterHistory): boolean {
  return location.state.dialog !== undefined;
}

let opened = 0;
/** The last dialog whose entry was removed; until the browser has gone back, it is still current. */
let removedDialog: string | undefined;

/**
 * Makes the phone's Back button close a dialog instead of leaving the page. The dialog gets a
 * history entry with the page's address and state. Closing it by a button removes the entry;
 * following a link keeps the entry, which then leads to the page.
 */
export function useCloseOnBack(
  open: boolean,
  onClose: () => void,
  /** Returns true if the dialog closes because of a navigation, which replaces the entry. */
  leaves?: () => boolean,
): void {
  const router = useRouter();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!open) return undefined;
    const { history } = router;
    opened += 1;
    const dialog = `${Date.now()}-${opened}`;
    const isCurrent = () => history.location.state.dialog === dialog;
    let isAdded = false;
    const addEntry = () => {
      isAdded = true;
      void router.navigate({
        href: history.location.href,
        state: (state) => ({ ...state, dialog }),
        resetScroll: false,
        ignoreBlocker: true,
      });
      // The router collects changes of the history, and two dialogs at once need two entries.
      history.flush();
    };
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE') return;
      if (!isAdded) addEntry();
      // Going back from another dialog above this one is reported as well.
      else if (!isCurrent()) close();
    });
    // An entry that is added while another one is being removed would be lost with it.
    const isRemoving =
      removedDialog !== undefined && history.location.state.dialog === removedDialog;
    if (!isRemoving) addEntry();
    return () => {
      stop();
      if (!isCurrent() || leaves?.()) return;
      removedDialog = dialog;
      history.back({ ignoreBlocker: true });
    };
  }, [router, open, leaves]);
}
