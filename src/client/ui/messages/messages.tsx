import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { isMissingChunkError } from '#client/startup/missing-chunk.ts';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import type { Toaster as ToasterPart } from './toaster.tsx';
import { registerMessageReceiver, type ReviseToast, type Toast } from './toasts.ts';

type MessagesProps = {
  /** The top bar; on a phone messages appear below it. */
  topBar: RefObject<HTMLElement | null>;
  /** True once the first screen is rendered, so that the code of the toaster may load. */
  mayLoad: boolean;
  /** Called for each message, in order to store it. */
  onMessage?: (toast: Toast) => void;
};

/**
 * Shows messages once the toaster is loaded, and announces each one in permanent live regions,
 * because screen readers ignore regions that are added later or are behind a dialog.
 */
export function Messages({ topBar, mayLoad, onMessage }: MessagesProps) {
  const { Toaster, load, show, revise } = useToaster();
  const [announced, setAnnounced] = useState({ words: '', urgent: false, count: 0 });

  const announce = useEffectEvent((words: string, urgent = false) =>
    setAnnounced(({ count }) => ({ words, urgent, count: count + 1 })),
  );
  const receive = useEffectEvent((toast: Toast) => {
    const { title, text, tone } = toast;
    announce(text === undefined ? title : `${title} ${text}`, tone === 'lost');
    onMessage?.(toast);
    void show(toast);
  });

  useEffect(
    () =>
      registerMessageReceiver({
        show: (toast) => receive(toast),
        revise,
        announce: (words) => announce(words),
      }),
    [revise],
  );
  useEffect(() => {
    if (mayLoad) void load();
  }, [mayLoad, load]);

  const words = announced.count > 0 && <p key={announced.count}>{announced.words}</p>;
  return (
    <>
      <div className="sr-only" data-announcements>
        <div role="status" aria-live="polite">
          {!announced.urgent && words}
        </div>
        <div role="alert" aria-live="assertive">
          {announced.urgent && words}
        </div>
      </div>
      {Toaster && <Toaster topBar={topBar} />}
    </>
  );
}

/** Loads the toaster; messages before that, or after a failed load, appear with a later message. */
function useToaster() {
  const [Toaster, setToaster] = useState<typeof ToasterPart>();
  const [toaster] = useState(() => {
    let waiting: readonly Toast[] = [];
    let apply: ((revise: ReviseToast) => void) | undefined;
    const load = async () => {
      try {
        const [part] = await Promise.all([import('./toaster.tsx'), waitForFullCatalogue()]);
        setToaster(() => part.Toaster);
        apply = part.reviseToasts;
        waiting.forEach(part.showToast);
        waiting = [];
      } catch (failure) {
        if (!isMissingChunkError(failure)) throw failure;
      }
    };
    const show = async (toast: Toast) => {
      waiting = [...waiting, toast];
      await load();
    };
    const revise = (revision: ReviseToast) => {
      waiting = waiting.flatMap((toast) => revision(toast) ?? []);
      apply?.(revision);
    };
    return { load, show, revise };
  });
  return { Toaster, ...toaster };
}
