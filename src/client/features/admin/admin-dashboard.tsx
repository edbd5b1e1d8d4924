import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useAdminCounts } from '#client/data/use-admin-tickets.ts';
import { useRefresh } from '#client/data/use-refresh.ts';
import { Icon } from '#client/ui/icon.tsx';

const card = 'chalk flex min-h-28 items-center gap-4 rounded-md bg-card px-4 py-4 hover:border-dim';

/** The two things an administrator does, and how much of each is waiting. */
export function AdminDashboard() {
  useRefresh('admin-tickets');
  const counts = useAdminCounts();
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      <li>
        <Link to="/admin/tickets" className={card}>
          <span className="min-w-0 flex-1">
            <span className="block font-narrow text-lg font-bold">
              <Trans>Update Ticket Odds</Trans>
            </span>
            {counts && (
              <span className="text-sm text-dim">
                <Plural
                  value={counts.unpriced}
                  _0="No ticket waits for odds"
                  one="# ticket waits for odds"
                  other="# tickets wait for odds"
                />
              </span>
            )}
          </span>
          <Icon name="next" />
        </Link>
      </li>
      <li>
        <Link to="/admin/confirm-tickets" className={card}>
          <span className="min-w-0 flex-1">
            <span className="block font-narrow text-lg font-bold">
              <Trans>Confirm Ticket</Trans>
            </span>
            {counts && (
              <span className="text-sm text-dim">
                <Plural
                  value={counts.unconfirmed}
                  _0="No ticket is ready to be confirmed"
                  one="# ticket is ready to be confirmed"
                  other="# tickets are ready to be confirmed"
                />
              </span>
            )}
          </span>
          <Icon name="next" />
        </Link>
      </li>
    </ul>
  );
}
