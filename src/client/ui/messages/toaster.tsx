import { useLingui } from '@lingui/react/macro';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import { reserveMessageSpace } from '#client/startup/page-scroll.ts';
import { keepDialogsInPlace } from '../dialog/dialog-position.ts';
import { useIsWiderThanPhone } from '../use-desktop.ts';
import { MessageHeightContext, MessageCard } from './message-card.tsx';
import { toastDurationMs, type ReviseToast, subjectOf, type Toast } from './toasts.ts';

const shownToasts = new Map<string, Toast>();
let lastNumber = 0;

/** Shows a message and removes earlier messages with the same subject. */
export function showToast(toast: Toast): void {
  if (!toast.adds) {
    reviseToasts((other) => (subjectOf(other) === subjectOf(toast) ? undefined : other));
  }
  lastNumber += 1;
  const id = `message-${lastNumber}`;
  shownToasts.set(id, toast);
  renderToast(id, toast);
}

/** Updates the messages that `revise` changes; hides a message for which it returns undefined. */
export function reviseToasts(revise: ReviseToast): void {
  for (const [id, toast] of shownToasts) {
    const revised = revise(toast);
    if (revised === undefined) dismissToast(id);
    else if (revised !== toast) renderToast(id, revised);
  }
}

function renderToast(id: string, toast: Toast, isPaused = false): void {
  // An update would reopen a message that is being closed.
  if (!shownToasts.has(id)) return;
  shownToasts.set(id, toast);
  const duration = toastDurationMs(toast);
  const forget = () => void shownToasts.delete(id);
  const card = (
    <MessageCard
      id={id}
      toast={toast}
      duration={duration}
      onHold={(isPaused) => renderToast(id, toast, isPaused)}
      onClose={() => dismissToast(id)}
    />
  );
  const time = isPaused ? Infinity : duration;
  sonner.custom(() => card, { id, duration: time, onDismiss: forget, onAutoClose: forget });
}

function dismissToast(id: string): void {
  shownToasts.delete(id);
  sonner.dismiss(id);
}

type ToasterProps = { topBar: RefObject<HTMLElement | null> };

/** Shows one message below a phone's top bar, or up to eight at the bottom of a desktop. */
export function Toaster({ topBar }: ToasterProps) {
  const { t } = useLingui();
  const wide = useIsWiderThanPhone();
  const { height, report } = useHeightOfNewest();
  useReserveMessageSpace(topBar, wide ? 0 : height);
  return (
    <MessageHeightContext value={report}>
      <SonnerToaster
        ref={silenceRegion}
        customAriaLabel={t`Messages`}
        hotkey={[]}
        position={wide ? 'bottom-right' : 'top-center'}
        expand={wide}
        visibleToasts={wide ? 8 : 1}
        gap={8}
      />
    </MessageHeightContext>
  );
}

/** Permanent live regions announce every message, so sonner's region must stay silent. */
function silenceRegion(region: HTMLElement | null): void {
  region?.setAttribute('aria-live', 'off');
}

/** The height of the newest message in pixels, 0 without messages; each message calls `report`. */
function useHeightOfNewest() {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const report = useCallback(
    (id: string, height: number | undefined) =>
      setHeights((known) => {
        const next = new Map(known);
        if (height === undefined) next.delete(id);
        else next.set(id, height);
        return next;
      }),
    [],
  );
  return { height: [...heights.values()].at(-1) ?? 0, report };
}

/** The space above and below a message under the top bar, in pixels. */
const messageMarginPx = 4;

/** Reserves space in the top bar for a message, without moving the page or a dialog. */
function useReserveMessageSpace(topBar: ToasterProps['topBar'], height: number): void {
  const last = useRef(0);

  useLayoutEffect(() => {
    const bar = topBar.current;
    if (!bar) return;
    const { style } = document.documentElement;
    const room = height === 0 ? 0 : height + 2 * messageMarginPx;
    style.setProperty('--message-top', `${bar.offsetHeight - last.current + messageMarginPx}px`);
    keepDialogsInPlace(() => reserveMessageSpace(room));
    last.current = room;
  }, [topBar, height]);
}
