import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon.tsx';
import { timeOf } from './message-stack.ts';
import type { Toast } from './toasts.ts';

type MessageBarProps = { toast: Toast; onClose: () => void };

/**
 * One message: in the top bar of a phone, in place of its name and chip, and bottom right on a
 * desktop. A click closes it; what needs no answer goes by itself.
 */
export function MessageBar({ toast, onClose }: MessageBarProps) {
  const { t } = useLingui();
  const { paused, pausing } = usePause();
  const time = timeOf(toast);
  useEnd(paused ? undefined : time, onClose);
  return (
    // Read out by the live region; a dialog hides what has no `aria-live`.
    <section aria-label={t`Messages`} aria-live="off" data-messages className="message-place">
      <ol>
        <li
          {...pausing}
          className="@container relative flex min-h-13 flex-wrap items-stretch overflow-hidden rounded-sm bg-pill text-sm leading-[1.2] font-medium text-on-pill"
        >
          <MessageButton toast={toast} onClose={onClose} />
          <MessageAct toast={toast} onClose={onClose} />
          {time !== undefined && (
            <span
              aria-hidden="true"
              style={{
                animationDuration: `${time}ms`,
                animationPlayState: paused ? 'paused' : 'running',
              }}
              className="absolute inset-x-0 bottom-0 h-0.75 animate-[pass_1s_linear_forwards] bg-live motion-reduce:hidden"
            />
          )}
        </li>
      </ol>
    </section>
  );
}

const icons: Record<Toast['tone'], IconName> = {
  won: 'check',
  saved: 'phone',
  waiting: 'bell',
  lost: 'warning',
};

function MessageButton({ toast: { tone, title, text }, onClose }: MessageBarProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      onClick={onClose}
      className="flex min-w-0 flex-1 items-center gap-2.5 py-0.5 ps-3 pe-2 text-start -outline-offset-4 @max-[17.5rem]:basis-full @max-[17.5rem]:py-1.5"
    >
      <span
        className={classes(
          'inline-flex size-5 shrink-0 items-center justify-center rounded-full text-[#0b0f0c] @max-[17.5rem]:hidden',
          tone === 'lost' ? 'bg-[#ff8a80]' : 'bg-live',
        )}
      >
        <Icon name={icons[tone]} className="size-3.5" />
      </span>
      <span className="min-w-0 flex-1 md:py-3">
        <strong className="font-bold">{title}</strong>
        {text !== undefined && ` ${text}`}
      </span>
      <Icon name="close" className="size-4 opacity-80" />
      <span className="sr-only">{t`Close message`}</span>
    </button>
  );
}

const actLook =
  'inline-flex min-h-11 max-w-[40%] shrink-0 items-center px-2.5 text-center font-bold underline underline-offset-3 -outline-offset-4 @max-[17.5rem]:ms-auto @max-[17.5rem]:min-h-[44px] @max-[17.5rem]:max-w-full';

/** The one thing to do about it, or the way to what it is about. */
function MessageAct({ toast: { act, undo, to }, onClose }: MessageBarProps) {
  const { t } = useLingui();
  const { label, onAct } = act ?? { label: t`Undo`, onAct: undo };
  if (onAct) {
    const onClick = () => {
      onClose();
      onAct();
    };
    return (
      <button type="button" className={actLook} onClick={onClick}>
        {label}
      </button>
    );
  }
  if (to === undefined) return undefined;
  return (
    <Link to={to} className={actLook} onClick={onClose}>
      {t`See`}
    </Link>
  );
}

/** Whether the time of a message stands still: it is being read, or nobody looks at the page. */
function usePause() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useSyncExternalStore(onVisibility, () => document.visibilityState === 'hidden');
  return {
    paused: pointed || focused || hidden,
    pausing: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Ends a message once its time has run, in which its pauses, without a time, are not counted. */
function useEnd(time: number | undefined, onEnd: () => void): void {
  const run = useRef(0);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (time === undefined) return undefined;
    const from = performance.now();
    const timer = setTimeout(() => end(), time - run.current);
    return () => {
      clearTimeout(timer);
      run.current += performance.now() - from;
    };
  }, [time]);
}
