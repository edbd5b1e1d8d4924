import type { Tip } from '#contract/tips.ts';
import { lazyNamed, LazyPart } from '../lazy-part.tsx';

const TipModal = lazyNamed(() => import('./tip-modal.tsx'), 'TipModal');

type OpenedTipProps = {
  /** The tip that was opened, if one is. */
  tip: Tip | undefined;
  /** The server's time. */
  now: Date;
  onClose: () => void;
  /** Copies the tip, where that is allowed; it answers why it was not saved. */
  onCopy: (() => Promise<string | undefined>) | undefined;
};

/** The dialog over a list of tips; it loads with the first that is opened. */
export function OpenedTip({ tip, now, onClose, onCopy }: OpenedTipProps) {
  return (
    tip && (
      <LazyPart onMissing={onClose}>
        <TipModal tip={tip} now={now} onClose={onClose} onCopy={onCopy} />
      </LazyPart>
    )
  );
}
