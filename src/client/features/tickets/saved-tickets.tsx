import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, useState } from 'react';
import { useServerNow } from '#client/data/use-server-now.ts';
import { useTicket, useTickets } from '#client/data/use-tickets.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { WindowList } from '#client/ui/window-list.tsx';
import { SavedTicketCard } from './saved-ticket-card.tsx';

const SavedTicketDetails = lazy(async () => ({
  default: (await import('./saved-ticket-details.tsx')).SavedTicketDetails,
}));

const firstPage = 20;
const nextPage = 100;

/** One's saved tips, newest first. */
export function SavedTickets() {
  const { t } = useLingui();
  const now = useServerNow(30_000);
  const [limit, setLimit] = useState(firstPage);
  const tickets = useTickets({ booked: false, limit });
  const [openId, setOpenId] = useState<string>();
  if (tickets === undefined) return <Loading label={<Trans>Fetching your saved tips</Trans>} />;
  if (tickets.length === 0) {
    return (
      <Empty
        act={
          <LinkButton to="/tips/create" look="act">
            <Trans>Post a tip</Trans>
          </LinkButton>
        }
      >
        <Trans>No saved tips yet. Post one before a kick-off.</Trans>
      </Empty>
    );
  }
  return (
    <>
      <WindowList
        label={t`My Saved Tips`}
        items={tickets}
        keyOf={({ id }) => id}
        estimate={320}
        columns
      >
        {(ticket) => <SavedTicketCard ticket={ticket} now={now} onOpen={setOpenId} />}
      </WindowList>
      {tickets.length === limit && (
        <Button className="mt-4 w-full" onClick={() => setLimit(limit + nextPage)}>
          <Trans>Load more tips</Trans>
        </Button>
      )}
      {openId !== undefined && (
        <LazyPart onMissing={() => setOpenId(undefined)}>
          <Opened id={openId} now={now} onClose={() => setOpenId(undefined)} />
        </LazyPart>
      )}
    </>
  );
}

/** Reads the ticket itself, so that the open dialog follows what happens to it. */
function Opened({ id, now, onClose }: { id: string; now: Date; onClose: () => void }) {
  const ticket = useTicket(id);
  return ticket && <SavedTicketDetails ticket={ticket} now={now} onClose={onClose} />;
}
