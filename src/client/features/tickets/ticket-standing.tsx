import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { TicketView } from '#sync/fold.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DeviceBadge } from '#client/ui/device-badge.tsx';
import { mediumDate, shortTime } from '#client/ui/formats.ts';

/** Where a saved ticket stands: still on this phone, on its way, or posted and when. */
export function TicketStanding({ ticket, now }: { ticket: TicketView; now: Date }) {
  if (ticket.device) return <DeviceBadge standing={ticket.device.state} />;
  const posted = new Date(ticket.creationTime);
  const today = i18n.date(posted) === i18n.date(now);
  return (
    <Badge tone="waiting">
      <Trans>Posted {today ? shortTime(posted) : mediumDate(posted)}</Trans>
    </Badge>
  );
}
