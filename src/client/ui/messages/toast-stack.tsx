import { useLingui } from '@lingui/react/macro';
import { toast as show, Toaster } from 'sonner';
import { classes } from '../classes.ts';
import { Icon } from '../icon.tsx';
import { messages, type Toast } from './toasts.ts';

const most = 8;
/** A queue that goes out says the same hundreds of times: once a second is enough for all of it. */
const oncePer = 1000;
const shown: { id: string | number; words: string; at: number }[] = [];

/** Bottom right, without a time-out, at most eight. */
export function ToastStack() {
  const { t } = useLingui();
  return (
    <Toaster
      position="bottom-right"
      duration={Infinity}
      visibleToasts={most}
      expand
      gap={8}
      offset={{ bottom: 'calc(16px + var(--bar))', right: 'calc(16px + var(--side))' }}
      mobileOffset={{
        bottom: 'calc(80px + var(--bar))',
        left: 'calc(16px + var(--side))',
        right: 'calc(16px + var(--side))',
      }}
      containerAriaLabel={t`Messages`}
    />
  );
}

/** Adds a toast; the oldest makes room for a ninth, and one that says the same for its repetition. */
export function showToast(toast: Toast): void {
  const words = `${toast.title}\n${toast.text ?? ''}`;
  const at = performance.now();
  const same = shown.findIndex((other) => other.words === words);
  if (same !== -1 && !toast.stands) {
    if (at - (shown[same]?.at ?? 0) < oncePer) return;
    shown.splice(same, 1).forEach(({ id }) => show.dismiss(id));
  }
  const id = show.custom((id) => <ToastCard toast={toast} onClose={() => close(id)} />, {
    duration: Infinity,
    unstyled: true,
    onDismiss: ({ id }) => forget(id),
  });
  shown.push({ id, words, at });
  if (shown.length > most) show.dismiss(shown.shift()?.id);
  messages.set(shown.length);
}

function close(id: string | number): void {
  // At once: the same said a moment later is news, and not the repetition of what was read.
  forget(id);
  show.dismiss(id);
}

function forget(id: string | number): void {
  const place = shown.findIndex((other) => other.id === id);
  if (place !== -1) shown.splice(place, 1);
  messages.set(shown.length);
}

const edges: Record<Toast['tone'], string> = {
  won: 'border-won',
  waiting: 'border-waiting',
  saved: 'border-saved',
  lost: 'border-lost',
};

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useLingui();
  const { act } = toast;
  return (
    <div
      className={classes(
        'pointer-events-auto flex w-full items-start gap-2 rounded-sm border-[1.5px] border-s-[6px] bg-card ps-3 text-ink md:w-89',
        edges[toast.tone],
      )}
    >
      <div className="min-w-0 flex-1 py-3">
        <p className="font-bold">{toast.title}</p>
        {toast.text !== undefined && <p className="text-sm">{toast.text}</p>}
        {act && (
          <button
            type="button"
            className="min-h-11 font-bold underline underline-offset-4"
            onClick={() => {
              onClose();
              act.onAct();
            }}
          >
            {act.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t`Close message`}
        onClick={onClose}
        className="inline-flex size-11 shrink-0 items-center justify-center"
      >
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}
