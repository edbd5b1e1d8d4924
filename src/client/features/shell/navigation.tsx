import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, Ref } from 'react';
import { useUnreadCount } from '#client/data/inbox.ts';
import { useChipStatus } from '#client/data/device/sync-state.ts';
import { type LoginPageSearch, parseLoginSearch } from '#client/session/guard.ts';
import { usePostLink } from '#client/session/aim.ts';
import type { Session } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { countText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { AccountButton } from './account-menu.tsx';
import { StatusChip, type SheetComponent } from './status-chip.tsx';

type RouteAddress = NonNullable<LinkProps['to']>;

/** Marks a link as current only on its own path, with any search parameters. */
const exactPathMatch = { exact: true, includeSearch: false };

type HeaderProps = {
  session: Session | undefined;
  sheet: SheetComponent;
  ref?: Ref<HTMLElement>;
};

/** The top bar: name, status chip and account on a phone, also all sections on a desktop. */
export function Header({ session, sheet, ref }: HeaderProps) {
  const { t } = useLingui();
  const chip = useChipStatus();
  const member = session !== undefined;
  return (
    <header
      ref={ref}
      className="@container sticky top-0 z-20 border-b border-line bg-ground pt-[env(safe-area-inset-top)] mb-(--message-rest) pb-(--message-room) over-pitch:border-b-0 over-pitch:pitch-stripes over-pitch:pb-[calc(1px+var(--message-room))]"
    >
      <div className="mx-auto flex min-h-14 max-w-[72rem] flex-wrap items-center gap-x-1 ps-[min(1rem,4vw)] pe-[min(0.75rem,2vw)]">
        <Link to="/" className="inline-flex min-h-11 shrink-0 items-center pe-[min(0.75rem,2vw)]">
          <Logo />
        </Link>
        <TopNavigation loggedIn={member} />
        <div className="ms-auto flex min-w-0 items-center gap-1 lg:gap-2">
          {chip && <StatusChip chip={chip} sheet={sheet} visitor={!member} />}
          <span className="hidden md:inline-flex">
            <LinkButton {...usePostLink()} look="primary">
              <Icon name="plus" className="size-5 lg:hidden" />
              <span className="max-lg:sr-only">{t`Post a tip`}</span>
            </LinkButton>
          </span>
          {member && <InboxLink />}
          {member ? <AccountButton /> : <LoginButtons />}
        </div>
      </div>
    </header>
  );
}

/** A link to the inbox with the number of unread entries. */
function InboxLink() {
  const { t } = useLingui();
  const unread = useUnreadCount();
  return (
    <Link
      to="/inbox"
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-current/10"
    >
      <Icon name="bell" className="size-5.5" />
      <span className="sr-only">
        {unread > 0
          ? plural(unread, { one: 'Messages, # new', other: 'Messages, # new' })
          : t`Messages`}
      </span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figure absolute end-0.5 top-0.5 inline-flex h-[1.125rem] min-w-[1.125rem] items-center justify-center rounded-full border-2 border-ground bg-lost-solid px-0.5 text-[0.6875rem] leading-none font-bold text-on-solid"
        >
          {unread > 99 ? '99+' : countText(unread)}
        </span>
      )}
    </Link>
  );
}

function TopNavigation({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useLingui();
  const sections: [RouteAddress, string][] = [
    ['/', t`Home`],
    ['/tips', t`Tips`],
    ['/competitions', t`Leagues`],
    ['/tipster', t`Tipsters`],
  ];
  if (loggedIn) {
    sections.push(['/tips/my-tips', t`My Tips`], ['/tips/booked-ticket', t`Booked Ticket`]);
  }
  return (
    <nav aria-label={t`Main`} className="hidden flex-1 items-center max-lg:justify-between md:flex">
      {sections.map(([to, words]) => (
        <Link
          key={to}
          to={to}
          activeOptions={exactPathMatch}
          className={joinClasses(
            'inline-flex min-h-14 items-center border-y-[3px] border-transparent px-1.5 text-center leading-tight font-semibold opacity-80 max-lg:px-0.5 max-lg:text-sm hover:opacity-100 aria-[current=page]:border-b-current aria-[current=page]:opacity-100 lg:px-2 xl:px-3',
            loggedIn && to === '/' && 'max-lg:hidden',
          )}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/**
 * Links to Login and Sign Up, which preserve the page to return to and the tapped action. At large
 * text sizes only Login is shown, so that the bar has one row.
 */
function LoginButtons() {
  const { t } = useLingui();
  return (
    <>
      <LinkButton
        to="/account/login"
        search={parseLoginSearch}
        className="px-[min(0.75rem,2vw)] @max-[17.5rem]:whitespace-nowrap over-pitch:border-current over-pitch:bg-transparent over-pitch:text-on-pitch over-pitch:hover:bg-current/10"
      >
        {t`Login`}
      </LinkButton>
      <LinkButton
        to="/account/register"
        search={parseLoginSearch}
        className="px-[min(0.75rem,2vw)] @max-[17.5rem]:hidden over-pitch:border-flag over-pitch:bg-flag over-pitch:text-on-flag over-pitch:hover:bg-flag"
      >
        {t`Sign Up`}
      </LinkButton>
    </>
  );
}

type NavigationSection = {
  to: RouteAddress;
  search?: LoginPageSearch;
  /** Another page that belongs to the section. */
  secondPage?: RouteAddress;
  icon: ComponentProps<typeof Icon>['name'];
  words: string;
};

/** A phone's bar of five sections at the lower edge; Post is highlighted as the main action. */
export function BottomNavigation({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useLingui();
  const sections: NavigationSection[] = [
    { to: '/', icon: 'home', words: t`Home` },
    { to: '/tips', icon: 'tips', words: t`Tips` },
    { ...usePostLink(), icon: 'plus', words: t`Post` },
    { to: '/competitions', icon: 'leagues', words: t`Leagues` },
    loggedIn
      ? {
          to: '/tips/my-tips',
          secondPage: '/tips/booked-ticket',
          icon: 'tickets',
          words: t`Tickets`,
        }
      : { to: '/tipster', icon: 'account', words: t`Tipsters` },
  ];
  return (
    <nav
      ref={publishHeight}
      aria-label={t`Sections`}
      className="sticky bottom-0 z-20 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {sections.map((section) => (
        <BottomLink key={section.to} {...section} />
      ))}
    </nav>
  );
}

/**
 * Writes the bar's height to `--navigation`, because it grows with the text size and other fixed
 * bars are placed above it.
 */
function publishHeight(navigation: HTMLElement | null): (() => void) | undefined {
  if (!navigation) return undefined;
  const { style } = document.documentElement;
  const publish = () => style.setProperty('--navigation', `${navigation.offsetHeight}px`);
  const observer = new ResizeObserver(publish);
  observer.observe(navigation);
  return () => {
    observer.disconnect();
    style.removeProperty('--navigation');
  };
}

function BottomLink({ to, search, secondPage, icon, words }: NavigationSection) {
  const posts = icon === 'plus';
  const isBeside = useLocation({ select: ({ pathname }) => pathname === secondPage });
  return (
    <Link
      to={to}
      {...(search && { search })}
      activeOptions={{ exact: true, includeSearch: search !== undefined }}
      {...(isBeside && { 'aria-current': 'page' })}
      className="group flex min-h-[min(4rem,17vw)] min-w-0 flex-1 flex-col items-center justify-center gap-1 px-[2px] text-center font-narrow text-[min(0.78125rem,4.4vw)] leading-tight font-semibold hyphens-auto wrap-anywhere text-dim aria-[current=page]:font-bold aria-[current=page]:text-ink [&[aria-current=page]_svg]:stroke-[2.5]"
    >
      <span
        className={joinClasses(
          'inline-flex h-[min(1.75rem,7.2vw)] items-center justify-center',
          posts &&
            'w-[min(2.875rem,12vw)] rounded-full bg-flag text-on-flag group-aria-[current=page]:bg-pill group-aria-[current=page]:text-on-pill',
        )}
      >
        <Icon
          name={icon}
          className={posts ? 'size-[min(1.25rem,5.4vw)] stroke-[2.6]' : 'size-[min(1.4375rem,6vw)]'}
        />
      </span>
      {words}
    </Link>
  );
}

/** The logo (an assistant referee's flag) and the name. */
function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-narrow text-[1.1875rem] font-bold">
      <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
        <path d="M4.5 1.5 3 19" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
        <path fill="#ffd21f" d="m5.3 2.3 6.5 1.2-.5 4.7-6.5-1.1zm6 5.9 6.5 1.2-.6 4.7-6.4-1.1z" />
        <path fill="#f0631c" d="m11.8 3.5 6.5 1.1-.5 4.8-6.5-1.2zm-7 3.6 6.5 1.1-.5 4.8-6.5-1.2z" />
      </svg>
      <span className="sr-only @min-[22rem]:not-sr-only">Touchline</span>
    </span>
  );
}
