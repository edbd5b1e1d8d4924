import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChip } from '#client/data/use-sync.ts';
import type { Session } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Logo } from './logo.tsx';
import { StatusChip } from './status-chip.tsx';
import { accountMenuId } from './account-menu-id.ts';

/** The top of every page: name and chip on a phone, all the rooms on a desktop. */
export function Header({ session }: { session: Session | undefined }) {
  const { t } = useLingui();
  const chip = useChip();
  return (
    <header className="sticky top-0 z-20 border-b-[1.5px] border-line bg-ground pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-14 max-w-[72rem] items-center gap-1 px-[min(1rem,4vw)]">
        <Link to="/" className="inline-flex min-h-11 shrink-0 items-center pe-[min(0.75rem,2vw)]">
          <Logo />
        </Link>
        <nav aria-label={t`Main`} className="hidden flex-1 items-center md:flex">
          <TopLink to="/">
            <Trans>Home</Trans>
          </TopLink>
          <TopLink to="/tips">
            <Trans>Tips</Trans>
          </TopLink>
          <TopLink to="/tipster">
            <Trans>Tipsters</Trans>
          </TopLink>
          {session && (
            <>
              <TopLink to="/tips/my-tips">
                <Trans>My Tips</Trans>
              </TopLink>
              <TopLink to="/tips/booked-ticket">
                <Trans>Booked Ticket</Trans>
              </TopLink>
            </>
          )}
        </nav>
        <div className="ms-auto flex min-w-0 items-center gap-2">
          {chip && <StatusChip chip={chip} />}
          <div className="hidden items-center gap-2 md:flex">
            <LinkButton to="/tips/create" look="act">
              <Trans>Post a tip</Trans>
            </LinkButton>
            {session ? (
              <Button popoverTarget={accountMenuId}>
                <Trans>My Account</Trans>
                <Icon name="down" className="size-4" />
              </Button>
            ) : (
              <>
                <LinkButton to="/account/login" look="quiet">
                  <Trans>Login</Trans>
                </LinkButton>
                <LinkButton to="/account/register">
                  <Trans>Sign Up</Trans>
                </LinkButton>
              </>
            )}
          </div>
        </div>
      </div>
    </header>
  );
}

function TopLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className="inline-flex min-h-11 items-center border-y-[3px] border-transparent px-2 font-semibold text-dim hover:text-ink aria-[current=page]:border-b-flag aria-[current=page]:text-ink lg:px-3"
    >
      {children}
    </Link>
  );
}
