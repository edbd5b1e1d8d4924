import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import type { Tip } from '#contract/tips.ts';
import { useServerNow } from '../device/server-time.ts';
import { useCopy } from './tip-actions.ts';

const TipModal = lazyNamed(() => import('#client/ui/tip/tip-modal.tsx'), 'TipModal');

type OpenedTipProps = { tip: Tip | undefined; onClose: () => void };

/** The opened tip of a list as a dialog over it; its code loads with the first that is opened. */
export function OpenedTip({ tip, onClose }: OpenedTipProps) {
  const now = useServerNow(30_000);
  const copy = useCopy(tip);
  return (
    tip && (
      <LazyPart onMissing={onClose}>
        <TipModal tip={tip} now={now} onClose={onClose} onCopy={copy} />
      </LazyPart>
    )
  );
}
