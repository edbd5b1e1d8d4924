import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import { accountMenuId } from './account-menu-id.ts';

const item =
  'flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-center font-narrow text-[min(0.8125rem,3.75vw)] leading-tight font-semibold wrap-anywhere text-dim aria-[current=page]:text-ink [&[aria-current=page]_svg]:stroke-[2.6]';

/** The five rooms, under the thumb. */
export function BottomNavigation({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Rooms`}
      className="sticky bottom-0 z-20 flex border-t-[1.5px] border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Room to="/" icon="home">
        <Trans>Home</Trans>
      </Room>
      <Room to="/tips" icon="tips">
        <Trans>Tips</Trans>
      </Room>
      <Room to="/tips/create" icon="post">
        <Trans>Post</Trans>
      </Room>
      <Room to="/tips/my-tips" icon="tickets">
        <Trans>Tickets</Trans>
      </Room>
      {loggedIn ? (
        <button type="button" popoverTarget={accountMenuId} className={item}>
          <Icon name="account" />
          <Trans>Account</Trans>
        </button>
      ) : (
        <Room to="/account/login" icon="account">
          <Trans>Account</Trans>
        </Room>
      )}
    </nav>
  );
}

function Room({
  to,
  icon,
  children,
}: {
  to: NonNullable<LinkProps['to']>;
  icon: Parameters<typeof Icon>[0]['name'];
  children: ReactNode;
}) {
  return (
    <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={item}>
      <Icon name={icon} />
      {children}
    </Link>
  );
}
