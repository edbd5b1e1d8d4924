import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useCopy } from '../../data/use-copy.ts';
import { Button } from '../../ui/button.tsx';
import { dayAndTime } from '../../ui/formats.ts';
import { OpenedTip } from '../../ui/opened-tip.tsx';
import { TicketCard } from '../../ui/ticket-card.tsx';
import { TipsterLink } from '../../ui/tipster-link.tsx';
import { WindowList } from '../../ui/window-list.tsx';

/** Tips of everybody, each under its tipster's name. */
export function TipList({ tips }: { tips: readonly Ticket[] }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Ticket>();
  const copy = useCopy();
  return (
    <>
      <WindowList label={t`Recent Tips`} items={tips} keyOf={({ id }) => id} estimate={300} columns>
        {(tip) => (
          <TicketCard
            ticket={tip}
            title={<TipTitle tip={tip} />}
            acts={
              <Button onClick={() => setOpen(tip)}>
                <Trans>Details</Trans>
              </Button>
            }
          />
        )}
      </WindowList>
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} copy={copy} />
    </>
  );
}

function TipTitle({ tip }: { tip: Ticket }) {
  return (
    <>
      <TipsterLink tip={tip} className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline" />
      <span className="block font-sans text-xs font-normal text-dim">
        <time dateTime={tip.creationTime}>{dayAndTime(tip.creationTime)}</time>
      </span>
    </>
  );
}
