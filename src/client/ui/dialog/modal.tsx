import { useLingui } from '@lingui/react/macro';
import * as Dialog from 'radix-ui/dialog';
import { useRef, type ReactNode } from 'react';
import { useCloseOnBack } from './dialog-history.ts';
import { useSwipeDown } from './swipe.ts';
import { joinClasses } from '../classes.ts';
import { Icon } from '../icon.tsx';

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A sentence under the title, which screen readers read with the title. */
  description?: ReactNode;
  /** True if neither Esc nor a tap outside closes the dialog, only its buttons. */
  fixed?: boolean;
  /** `sheet` rises from the lower edge of a phone; on a desktop it looks like `modal`. */
  look?: 'modal' | 'sheet';
  /** False for the dialog that confirms leaving a page: Back does not close this dialog. */
  backCloses?: boolean;
  children?: ReactNode;
  /** Buttons below the content that stay visible while it scrolls. */
  actions?: ReactNode;
};

// On a phone, dialogs do not cover the top bar and the message below it.
const positions = {
  modal:
    'inset-x-[calc(1rem+var(--side))] top-1/2 -translate-y-1/2 max-h-[min(42rem,calc(100dvh-max(8rem,2*(var(--message-top)+var(--message-room)))))] rounded-md animate-[appear_150ms_ease-out] md:max-h-[min(42rem,calc(100dvh-2rem))]',
  sheet:
    'inset-x-0 bottom-0 max-h-[calc(100dvh-max(3.75rem+env(safe-area-inset-top),var(--message-top)+var(--message-room)))] rounded-t-sheet px-[var(--side)] pb-[env(safe-area-inset-bottom)] animate-[rise_180ms_ease-out] md:inset-x-[calc(1rem+var(--side))] md:bottom-auto md:px-0 md:top-1/2 md:max-h-[min(42rem,calc(100dvh-2rem))] md:-translate-y-1/2 md:rounded-md',
} as const;

/** A dialog over the page with a Close button. When it closes, the opener gets the focus. */
export function Modal({
  open,
  onClose,
  title,
  description,
  fixed = false,
  look = 'modal',
  backCloses = true,
  children,
  actions,
}: ModalProps) {
  const { t } = useLingui();
  const opener = useRef<Element>(null);
  const swipe = useSwipeDown(onClose);
  const isSheet = look === 'sheet';
  useCloseOnBack(open && backCloses, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(nowOpen) => nowOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-[appear_150ms_ease-out] bg-[rgb(8_12_9/0.6)]" />
        <Dialog.Content
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (event.target instanceof Element) focusMarked(event, event.target);
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus only to its own triggers, which these dialogs do not use.
            event.preventDefault();
            restoreFocus(opener.current);
          }}
          onEscapeKeyDown={(event) => fixed && event.preventDefault()}
          onInteractOutside={(event) => (fixed || isToast(event.target)) && event.preventDefault()}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={joinClasses(
            'card-border fixed z-50 mx-auto flex max-w-120 flex-col bg-card text-ink',
            positions[look],
          )}
        >
          <div
            {...(isSheet && swipe)}
            className={joinClasses(
              'relative flex items-center gap-2 border-b-[1.5px] border-line py-2 ps-4 pe-2',
              isSheet && 'touch-none pt-3.5 md:pt-2',
            )}
          >
            {isSheet && (
              <span className="absolute inset-x-0 top-1.5 mx-auto h-1 w-10 rounded-full bg-edge md:hidden" />
            )}
            <Dialog.Title className="min-w-0 flex-1 text-[min(1.125rem,9vw)]/tight">
              {title}
            </Dialog.Title>
            <Dialog.Close
              aria-label={t`Close`}
              className="inline-flex size-11 items-center justify-center rounded-sm hover:bg-sunk"
            >
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div data-content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4">
            {description !== undefined && (
              <Dialog.Description className="mb-3 text-dim">{description}</Dialog.Description>
            )}
            {children}
          </div>
          {actions !== undefined && (
            <div className="flex flex-wrap gap-2 border-t-[1.5px] border-line px-4 py-3">
              {actions}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Focuses the element marked with `data-first-focus`, instead of the first button. */
function focusMarked(event: Event, dialog: Element): void {
  const marked = dialog.querySelector<HTMLElement>('[data-first-focus]');
  if (!marked) return;
  event.preventDefault();
  marked.focus({ preventScroll: true });
}

/** Focuses the opener, or the page's heading if the opener is removed or hidden. */
function restoreFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body) {
    opener.focus({ preventScroll: true });
    if (document.activeElement === opener) {
      runIfRemoved(opener, focusHeading);
      return;
    }
  }
  focusHeading();
}

function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** Runs `action` if the focused element is removed, such as a card after its tip was booked. */
function runIfRemoved(focused: Element, action: () => void): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    end();
    if (document.activeElement === document.body) action();
  });
  const end = () => {
    observer.disconnect();
    document.removeEventListener('focusin', end);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', end);
}

/** True for a toast, which lies above the dialog; a tap on a toast must not close the dialog. */
function isToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}
