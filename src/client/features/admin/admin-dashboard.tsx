import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdminCounts, useAdminListAge } from '#client/data/tips/admin-tips.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { Icon } from '#client/ui/icon.tsx';

/** The two things an administrator does, and how much of each is waiting. */
export function AdminDashboard() {
  const { t } = useLingui();
  useRefresh('admin-tips');
  const shown = useAdminCounts();
  // Before the list was ever fetched, nothing is known; a nought would say that nothing waits.
  const counts = typeof useAdminListAge() === 'number' ? shown : undefined;
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      <Desk to="/admin/tickets" title={t`Update Ticket Odds`}>
        {counts && (
          <Plural
            value={counts.unpriced}
            _0="No ticket waits for odds"
            one="# ticket waits for odds"
            other="# tickets wait for odds"
          />
        )}
      </Desk>
      <Desk to="/admin/confirm-tickets" title={t`Confirm Ticket`}>
        {counts && (
          <Plural
            value={counts.unconfirmed}
            _0="No ticket is ready to be confirmed"
            one="# ticket is ready to be confirmed"
            other="# tickets are ready to be confirmed"
          />
        )}
      </Desk>
    </ul>
  );
}

type DeskProps = {
  to: '/admin/tickets' | '/admin/confirm-tickets';
  title: string;
  /** How much is waiting, once that is known. */
  children: ReactNode;
};

function Desk({ to, title, children }: DeskProps) {
  return (
    <li>
      <Link
        to={to}
        className="chalk flex h-full min-h-28 items-center gap-4 rounded-md bg-card px-4 py-4 hover:border-dim"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-narrow text-lg font-bold">{title}</span>
          {children && <span className="text-sm text-dim">{children}</span>}
        </span>
        <Icon name="next" />
      </Link>
    </li>
  );
}
