import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { lazyNamed, LazyPart } from '../lazy-part.tsx';

const EstimateDialog = lazyNamed(() => import('./estimate-dialog.tsx'), 'EstimateDialog');

type EstimateHelpProps = {
  /** Whether an estimate is in what stands here; without one there is nothing to explain. */
  isEstimate: boolean;
  className?: string;
  children: ReactNode;
};

/** Odds that explain themselves in one tap where they are an estimate. */
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
        // A card's own target lies over all of it.
        className={classes('relative z-10 min-h-11 text-start hover:bg-ink/4', className)}
      >
        {children}
        <span className="sr-only"> {t`What is an estimate?`}</span>
      </button>
      {open && (
        <LazyPart onMissing={close}>
          <EstimateDialog onClose={close} />
        </LazyPart>
      )}
    </>
  );
}
