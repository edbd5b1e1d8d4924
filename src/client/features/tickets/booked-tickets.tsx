import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, useState } from 'react';
import { useServerNow } from '#client/data/use-server-now.ts';
import { useTicket, useTickets } from '#client/data/use-tickets.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { WindowList } from '#client/ui/window-list.tsx';
import { BookedTicketCard } from './booked-ticket-card.tsx';

const BookedTicketDetails = lazy(async () => ({
  default: (await import('./booked-ticket-details.tsx')).BookedTicketDetails,
}));

const firstPage = 20;
const nextPage = 100;

/** One's booked tickets, newest first. */
export function BookedTickets() {
  const { t } = useLingui();
  const now = useServerNow(30_000);
  const [limit, setLimit] = useState(firstPage);
  const tickets = useTickets({ booked: true, limit });
  const [openId, setOpenId] = useState<string>();
  if (tickets === undefined) return <Loading label={<Trans>Fetching your booked tickets</Trans>} />;
  if (tickets.length === 0) {
    return (
      <Empty
        act={
          <LinkButton to="/tips/my-tips">
            <Trans>My Saved Tips</Trans>
          </LinkButton>
        }
      >
        <Trans>No booked tickets yet. Book one of your saved tips.</Trans>
      </Empty>
    );
  }
  return (
    <>
      <WindowList
        label={t`My Booked Tickets`}
        items={tickets}
        keyOf={({ id }) => id}
        estimate={320}
        columns
      >
        {(ticket) => <BookedTicketCard ticket={ticket} now={now} onOpen={setOpenId} />}
      </WindowList>
      {tickets.length === limit && (
        <Button className="mt-4 w-full" onClick={() => setLimit(limit + nextPage)}>
          <Trans>Load more tickets</Trans>
        </Button>
      )}
      {openId !== undefined && (
        <LazyPart onMissing={() => setOpenId(undefined)}>
          <Opened id={openId} onClose={() => setOpenId(undefined)} />
        </LazyPart>
      )}
    </>
  );
}

/** Reads the ticket itself, so that the open dialog follows what happens to it. */
function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const ticket = useTicket(id);
  return ticket && <BookedTicketDetails ticket={ticket} onClose={onClose} />;
}
