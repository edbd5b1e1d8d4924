// This file must not import the dialogs, because pages without a dialog should not load them.
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** True if the current history entry belongs to a dialog; a navigation should replace it. */
export function isDialogEntry({ location }: RouterHistory): boolean {
  return location.state.dialog !== undefined;
}

let openedCount = 0;
/** The last dialog whose entry was removed; the entry is current until the browser went back. */
let removedDialog: string | undefined;

/**
 * Makes the Back button close a dialog instead of leaving the page. An open dialog gets a history
 * entry with the page's URL. A button that closes the dialog removes the entry; a link replaces it.
 */
export function useCloseOnBack(
  open: boolean,
  onClose: () => void,
  /** Returns true if a navigation closes the dialog; the navigation then replaces the entry. */
  leaves?: () => boolean,
): void {
  const router = useRouter();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!open) return undefined;
    const { history } = router;
    openedCount += 1;
    const dialog = `${Date.now()}-${openedCount}`;
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
      // The router batches history changes, but two dialogs opened at once need two entries.
      history.flush();
    };
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE') return;
      if (!isAdded) addEntry();
      // The event also fires when Back closes another dialog above this one.
      else if (!isCurrent()) close();
    });
    // An entry that is added while another entry is being removed would be removed, too.
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
