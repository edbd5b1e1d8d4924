import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { isMissingPart } from '#client/missing-part.ts';
import { untilAllWords } from '#client/message-catalog.ts';
import type { Toaster as ToasterPart } from './toaster.tsx';
import { onRevision, onSay, onToast, type Revision, type Toast } from './toasts.ts';

type MessagesProps = {
  /** The top bar, below which a phone shows them. */
  topBar: RefObject<HTMLElement | null>;
  /** Whether the first screen stands, so that the part that shows them may load. */
  mayLoad: boolean;
  /** Receives each message, to store it. */
  onMessage?: (toast: Toast) => void;
};

/**
 * Announces every message in live regions that are always there, since screen readers miss regions that come and
 * go, and those in a dialog's hidden tree; and has it shown once the part that shows messages is loaded.
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

  useEffect(() => {
    const endSpeech = onSay((words) => announce(words));
    const endToasts = onToast((toast) => receive(toast));
    const endRevisions = onRevision(revise);
    return () => {
      endSpeech();
      endToasts();
      endRevisions();
    };
  }, [revise]);
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

/** Loads the toaster. Messages that come before it, or while it cannot be fetched, are shown with the next one. */
function useToaster() {
  const [Toaster, setToaster] = useState<typeof ToasterPart>();
  const [toaster] = useState(() => {
    let waiting: readonly Toast[] = [];
    let apply: ((revise: Revision) => void) | undefined;
    const load = async () => {
      try {
        const [part] = await Promise.all([import('./toaster.tsx'), untilAllWords()]);
        setToaster(() => part.Toaster);
        apply = part.reviseToasts;
        waiting.forEach(part.showToast);
        waiting = [];
      } catch (failure) {
        if (!isMissingPart(failure)) throw failure;
      }
    };
    const show = async (toast: Toast) => {
      waiting = [...waiting, toast];
      await load();
    };
    const revise = (revision: Revision) => {
      waiting = waiting.flatMap((toast) => revision(toast) ?? []);
      apply?.(revision);
    };
    return { load, show, revise };
  });
  return { Toaster, ...toaster };
}
