import { t } from '@lingui/core/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { Card } from '#client/ui/card.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { dayAndTimeText, durationText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';

const TipHistory = createLazyComponent(() => import('./tip-history.tsx'), 'TipHistory');

/** Says when the tip arrived and how long before the first kick-off; its receipt is collapsed. */
export function TipArrivalCard({ tip }: { tip: Tip }) {
  const moment = dayAndTimeText(tip.creationTime);
  const early = Date.parse(tip.expiryTime) - Date.parse(tip.creationTime);
  const span = durationText(early);
  return (
    <Card className="px-3.5 py-3">
      <div className="flex items-center gap-3">
        <Icon name="shield" className="size-6 text-won" />
        <div className="min-w-0">
          <p className="font-narrow text-md font-bold">
            <time dateTime={tip.creationTime}>
              {early > 0 ? t`Stamped ${moment}, ${span} early` : t`Stamped ${moment}`}
            </time>
          </p>
          <p className="text-sm text-dim">{t`Its picks cannot be changed any more.`}</p>
        </div>
      </div>
      <TouchlineBackendOnly>
        <TipReceipt tip={tip} />
      </TouchlineBackendOnly>
    </Card>
  );
}

/** The receipt and history, collapsed at first; the refresh detects a rewritten log even then. */
function TipReceipt({ tip }: { tip: Tip }) {
  const isLinked = useLocation({ select: ({ hash }) => hash === 'receipt' });
  const [open, setOpen] = useState(isLinked);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // With a hash in the URL the router does not scroll, so this effect scrolls.
    if (isLinked) details.current?.scrollIntoView({ block: 'start' });
  }, [isLinked]);
  useRefresh({ what: 'proof' });
  return (
    <Disclosure
      ref={details}
      className="scroll-mt-16"
      open={open}
      summary={t`Receipt and history`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open && (
        <LazyContent>
          <TipHistory tip={tip} />
        </LazyContent>
      )}
    </Disclosure>
  );
}
