import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOwnTipCounts } from '#client/data/tips/own-tip-queries.ts';
import { countText } from '#client/ui/formats.ts';

/** Tabs for saved and booked tips with their counts. */
export function OwnTipTabs() {
  const { saved, booked } = useOwnTipCounts() ?? {};
  return (
    <nav
      aria-label={t`My tickets`}
      className="mb-3 flex gap-0.5 rounded-md bg-sunk p-1 md:max-w-96"
    >
      <OwnTipTab to="/tips/my-tips" count={saved}>
        {t`Saved`}
      </OwnTipTab>
      <OwnTipTab to="/tips/booked-ticket" count={booked}>
        {t`Booked`}
      </OwnTipTab>
    </nav>
  );
}

type OwnTipTabProps = {
  to: '/tips/my-tips' | '/tips/booked-ticket';
  count: number | undefined;
  children: ReactNode;
};

function OwnTipTab({ to, count = 0, children }: OwnTipTabProps) {
  return (
    <Link
      to={to}
      className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center justify-center gap-x-1.5 rounded-sm border border-transparent px-2 text-center font-semibold text-dim aria-[current=page]:card-border aria-[current=page]:bg-card aria-[current=page]:text-ink"
    >
      {children}
      {count > 0 && <span className="figure">{countText(count)}</span>}
    </Link>
  );
}
