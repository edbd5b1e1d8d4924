import type { Tip } from '#contract/tips.ts';
import { lazyNamed, LazyPart } from '../lazy-part.tsx';

const TipModal = lazyNamed(() => import('./tip-modal.tsx'), 'TipModal');

type OpenedTipProps = {
  /** The opened tip, if any. */
  tip: Tip | undefined;
  /** Current time by the server's clock. */
  now: Date;
  onClose: () => void;
  /** Copies the tip, if allowed; resolves to the error text if that failed. */
  onCopy: (() => Promise<string | undefined>) | undefined;
};

/** The dialog over a list of tips; its code loads when the first tip is opened. */
export function OpenedTip({ tip, now, onClose, onCopy }: OpenedTipProps) {
  return (
    tip && (
      <LazyPart onMissing={onClose}>
        <TipModal tip={tip} now={now} onClose={onClose} onCopy={onCopy} />
      </LazyPart>
    )
  );
}
