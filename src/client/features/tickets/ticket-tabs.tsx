import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

const tab =
  'inline-flex min-h-11 items-center border-b-[3px] border-transparent font-semibold text-dim aria-[current=page]:border-flag aria-[current=page]:text-ink';

/** The two lists of one's own tickets, one tap apart. */
export function TicketTabs() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`My tickets`} className="mb-4 flex gap-5 border-b-[1.5px] border-line">
      <Link to="/tips/my-tips" className={tab}>
        <Trans>Saved</Trans>
      </Link>
      <Link to="/tips/booked-ticket" className={tab}>
        <Trans>Booked</Trans>
      </Link>
    </nav>
  );
}
