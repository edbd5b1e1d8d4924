import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { createContext, use, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import { joinClasses } from '../classes.ts';
import { Icon, type IconName } from '../icon.tsx';
import type { Toast } from './toasts.ts';

/** A function by which a message reports its height in pixels, `undefined` when it is removed. */
export const MessageHeightContext = createContext<(id: string, height: number | undefined) => void>(
  () => undefined,
);

type MessageCardProps = {
  id: string;
  toast: Toast;
  /** How long the message is shown, in milliseconds; `Infinity` if only a person closes it. */
  duration: number;
  /** True when the focus enters, which stops the timer; false when it leaves, which restarts it. */
  onHold: (isPaused: boolean) => void;
  onClose: () => void;
};

/** One message. A click closes it, and a bar shows the remaining time. */
export function MessageCard({ id, toast, duration, onHold, onClose }: MessageCardProps) {
  const card = useMeasuredHeight(id);
  const [isPaused, setIsPaused] = useState(false);
  const hidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden);
  const hold = (next: boolean) => {
    setIsPaused(next);
    if (duration !== Infinity) onHold(next);
  };
  return (
    <div
      ref={card}
      onFocus={() => isPaused || hold(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || hold(false)
      }
      className="@container relative flex min-h-13 flex-wrap items-stretch overflow-hidden rounded-sm bg-pill text-sm leading-[1.2] font-medium text-on-pill"
    >
      <CloseButton toast={toast} onClose={onClose} />
      <MessageAction toast={toast} onClose={onClose} />
      {duration !== Infinity && !isPaused && (
        <span
          aria-hidden="true"
          data-progress
          style={{
            animationDuration: `${duration}ms`,
            ...(hidden && { animationPlayState: 'paused' }),
          }}
          className="absolute inset-x-0 bottom-0 h-0.75 animate-[pass_1s_linear_forwards] bg-live motion-reduce:hidden"
        />
      )}
    </div>
  );
}

/** Measures the message and reports its height; also makes sonner's list item unfocusable. */
function useMeasuredHeight(id: string) {
  const report = use(MessageHeightContext);
  const card = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const measured = card.current;
    if (!measured) return undefined;
    measured.closest('li')?.removeAttribute('tabindex');
    const measure = () => report(id, measured.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => {
      observer.disconnect();
      report(id, undefined);
    };
  }, [id, report]);

  return card;
}

const subscribeToVisibility = (onChange: () => void) =>
  onBrowserEvents(['visibilitychange'], onChange);

const icons: Record<Toast['tone'], IconName> = {
  won: 'check',
  saved: 'phone',
  waiting: 'bell',
  lost: 'warning',
};

type MessageControlProps = Pick<MessageCardProps, 'toast' | 'onClose'>;

function CloseButton({ toast: { tone, title, text }, onClose }: MessageControlProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      onClick={onClose}
      className="flex min-w-0 flex-1 items-center gap-2.5 py-1.5 ps-3 pe-2 text-start -outline-offset-4 @max-[17.5rem]:basis-full"
    >
      <span
        className={joinClasses(
          'inline-flex size-5 shrink-0 items-center justify-center rounded-full text-[#0b0f0c] @max-[17.5rem]:hidden',
          tone === 'lost' ? 'bg-[#ff8a80]' : 'bg-live',
        )}
      >
        <Icon name={icons[tone]} className="size-3.5" />
      </span>
      <span className="min-w-0 flex-1 md:py-1.5">
        <strong className="font-bold">{title}</strong>
        {text !== undefined && ` ${text}`}
      </span>
      <Icon name="close" className="size-4 opacity-80" />
      <span className="sr-only">{t`Close message`}</span>
    </button>
  );
}

const actionClasses =
  'inline-flex min-h-11 max-w-[40%] shrink-0 items-center px-2.5 text-center font-bold underline underline-offset-3 -outline-offset-4 @max-[17.5rem]:ms-auto @max-[17.5rem]:min-h-[44px] @max-[17.5rem]:max-w-full';

/** The button of the message, or the link to its subject. */
function MessageAction({ toast: { action, undo, to }, onClose }: MessageControlProps) {
  const { t } = useLingui();
  const { label, run } = action ?? { label: t`Undo`, run: undo };
  if (run) {
    const onClick = () => {
      onClose();
      run();
    };
    return (
      <button type="button" className={actionClasses} onClick={onClick}>
        {label}
      </button>
    );
  }
  if (to === undefined) return undefined;
  return (
    <Link to={to} className={actionClasses} onClick={onClose}>
      {t`See`}
    </Link>
  );
}
