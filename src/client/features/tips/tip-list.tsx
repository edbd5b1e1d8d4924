import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useCopy } from '../../data/use-copy.ts';
import { Button } from '../../ui/button.tsx';
import { dayAndTime } from '../../ui/formats.ts';
import { TicketCard } from '../../ui/ticket-card.tsx';

const TipModal = lazy(async () => ({ default: (await import('../../ui/tip-modal.tsx')).TipModal }));

/** Tips of everybody, each under its tipster's name. */
export function TipList({ tips }: { tips: readonly Ticket[] }) {
  const [open, setOpen] = useState<Ticket>();
  const copy = useCopy();
  return (
    <>
      <ul className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
        {tips.map((tip) => (
          <li
            key={tip.id}
            className="[contain-intrinsic-size:auto_16rem] [content-visibility:auto]"
          >
            <TicketCard
              ticket={tip}
              title={<TipTitle tip={tip} />}
              acts={
                <Button onClick={() => setOpen(tip)}>
                  <Trans>Details</Trans>
                </Button>
              }
            />
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <TipModal tip={open} onClose={() => setOpen(undefined)} onCopy={copy(open)} />
        </Suspense>
      )}
    </>
  );
}

function TipTitle({ tip }: { tip: Ticket }) {
  return (
    <>
      <Link
        to="/tipster/profile/$id"
        params={{ id: tip.tipsterId }}
        className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline"
      >
        <bdi>{tip.tipsterName}</bdi>
      </Link>
      <span className="block font-sans text-xs font-normal text-dim">
        <time dateTime={tip.creationTime}>{dayAndTime(tip.creationTime)}</time>
      </span>
    </>
  );
}
