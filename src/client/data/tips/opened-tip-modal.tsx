import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import type { Tip } from '#contract/tips.ts';
import { useServerNow } from '../device/server-time.ts';
import { useCopyTip } from './tip-actions.ts';

const TipModal = createLazyComponent(() => import('#client/ui/tip/tip-modal.tsx'), 'TipModal');

type OpenedTipModalProps = { tip: Tip | undefined; onClose: () => void };

/** A dialog with the tip that was opened in a list; its code loads when the first tip is opened. */
export function OpenedTipModal({ tip, onClose }: OpenedTipModalProps) {
  const now = useServerNow(30_000);
  const copy = useCopyTip(tip);
  return (
    tip && (
      <LazyContent onMissing={onClose}>
        <TipModal tip={tip} now={now} onClose={onClose} onCopy={copy} />
      </LazyContent>
    )
  );
}
