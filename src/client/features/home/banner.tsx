import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { Button } from '#client/ui/button.tsx';
import { countText } from '#client/ui/formats.ts';
import { Ornament } from './ornament.tsx';

/** Explains Touchline to new visitors. */
export function VisitorBanner({ onTips }: { onTips: () => void }) {
  return (
    <>
      <Ornament ends="end" />
      <div
        className={`${bannerWidthClasses} items-end gap-x-8 py-4 lg:grid lg:grid-cols-[1fr_auto] lg:py-8`}
      >
        <Introduction />
        <ActiveTipsRow>
          <Button look="primary" onClick={onTips}>
            {t`Get todays Tips`}
          </Button>
        </ActiveTipsRow>
      </div>
    </>
  );
}

export const bannerWidthClasses = 'mx-auto w-full max-w-[72rem] px-4';

/** Describes Touchline in two sentences. */
export function Introduction() {
  return (
    <div className="max-w-136">
      <p className="max-w-[24rem] font-narrow text-[1.875rem] leading-[1.08] font-bold text-balance lg:max-w-none">
        {t`The best betting tips, with records nobody can edit`}
      </p>
      <p className="mt-2 max-w-[24rem] lg:max-w-none">
        {t`Every tip is stamped before kick-off and settled from the score. Free, and no money changes hands.`}
      </p>
    </div>
  );
}

/** The number of open tips, followed by the children. */
export function ActiveTipsRow({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2 lg:mt-0 lg:justify-start">
      <ActiveTips />
      {children}
    </div>
  );
}

function ActiveTips() {
  const count = useStoredDocument(collections.stats)?.value.activeTips ?? 0;
  // Reserves space for the number, so that the button does not move later.
  if (count === 0) return <span aria-hidden="true" className="min-w-32" />;
  return (
    <p className="flex min-w-32 items-center gap-2.5">
      <span className="figure text-[1.75rem] leading-none font-bold">{countText(count)}</span>{' '}
      <span className="text-sm">
        <Plural value={count} one="active tip" other="active tips" />
      </span>
    </p>
  );
}
