import type { Tip } from '#contract/tips.ts';
import { lazyNamed, LazyPart } from '../lazy-part.tsx';

const TipModal = lazyNamed(() => import('./tip-modal.tsx'), 'TipModal');

type OpenedTipProps = {
  /** The tip that was opened, if one is. */
  tip: Tip | undefined;
  onClose: () => void;
  /** How to copy a tip, where that is allowed; it answers why it was not saved. */
  copy: (tip: Tip) => (() => Promise<string | undefined>) | undefined;
};

/** The dialog over a list of tips; it loads with the first that is opened. */
export function OpenedTip({ tip, onClose, copy }: OpenedTipProps) {
  return (
    tip && (
      <LazyPart onMissing={onClose}>
        <TipModal tip={tip} onClose={onClose} onCopy={copy(tip)} />
      </LazyPart>
    )
  );
}
