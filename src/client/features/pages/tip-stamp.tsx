import { t } from '@lingui/core/macro';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Tip } from '#contract/tips.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { Card } from '#client/ui/card.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { dayAndTime, spanText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';

const TipHistory = lazyNamed(() => import('./tip-history.tsx'), 'TipHistory');

/** The time of arrival, the lead before the first kick-off, and the evidence on demand. */
export function TipStamp({ tip }: { tip: Tip }) {
  const moment = dayAndTime(tip.creationTime);
  const early = Date.parse(tip.expiryTime) - Date.parse(tip.creationTime);
  const span = spanText(early);
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
      <TouchlineOnly>
        <Receipt tip={tip} />
      </TouchlineOnly>
    </Card>
  );
}

/** The evidence, unfolded on demand; whether the log was rewritten is checked for every reader. */
function Receipt({ tip }: { tip: Tip }) {
  const isLinked = useLocation({ select: ({ hash }) => hash === 'receipt' });
  const [open, setOpen] = useState(isLinked);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The previous page may have been scrolled: an address with a hash keeps the position.
    if (isLinked) details.current?.scrollIntoView({ block: 'start' });
  }, [isLinked]);
  useRefresh({ what: 'proof' });
  return (
    <Disclosure
      ref={details}
      className="scroll-mt-16"
      open={open}
      words={t`Receipt and history`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {open && (
        <LazyPart>
          <TipHistory tip={tip} />
        </LazyPart>
      )}
    </Disclosure>
  );
}
