import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { joinClasses } from '../classes.ts';
import { createLazyComponent, LazyContent } from '../lazy-content.tsx';

const EstimateDialog = createLazyComponent(() => import('./estimate-dialog.tsx'), 'EstimateDialog');

type EstimateHelpProps = {
  /** True if the odds are an estimate; other odds need no explanation. */
  isEstimate: boolean;
  className?: string;
  children: ReactNode;
};

/** Renders estimated odds as a button that opens an explanation. */
export function EstimateHelp({ isEstimate, className = '', children }: EstimateHelpProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!isEstimate) return children;
  return (
    <>
      <button
        type="button"
        data-estimate
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        // Above the link of the card, which covers the whole card.
        className={joinClasses('relative z-10 min-h-11 text-start hover:bg-ink/4', className)}
      >
        {children}
        <span className="sr-only"> {t`What is an estimate?`}</span>
      </button>
      {open && (
        <LazyContent onMissing={close}>
          <EstimateDialog onClose={close} />
        </LazyContent>
      )}
    </>
  );
}
