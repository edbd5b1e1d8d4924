import { useLingui } from '@lingui/react/macro';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { useChip } from '#client/data/device/sync-state.ts';
import type { Session } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { liesOver, useBackCloses } from '#client/ui/dialog/place.ts';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { StatusChip } from './status-chip.tsx';

/** Ties the account menu to the two buttons that open it, one in each navigation. */
const accountMenuId = 'account-menu';

type Address = NonNullable<LinkProps['to']>;

/** A section is where one is only on its own page, whatever that page's search. */
const exactly = { exact: true, includeSearch: false };

/** The top of every page: name and chip on a phone, all the sections on a desktop. */
export function Header({ session }: { session: Session | undefined }) {
  const { t } = useLingui();
  const chip = useChip();
  return (
    <header className="sticky top-0 z-20 border-b-[1.5px] border-line bg-ground pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-14 max-w-[72rem] items-center gap-1 px-[min(1rem,4vw)]">
        <Link to="/" className="inline-flex min-h-11 shrink-0 items-center pe-[min(0.75rem,2vw)]">
          <Logo />
        </Link>
        <TopNavigation loggedIn={session !== undefined} />
        <div className="ms-auto flex min-w-0 items-center gap-2">
          {chip && <StatusChip chip={chip} />}
          <div className="hidden items-center gap-2 md:flex">
            <LinkButton to="/tips/create" look="act">
              {t`Post a tip`}
            </LinkButton>
            {session ? <AccountButton /> : <LoginButtons />}
          </div>
        </div>
      </div>
    </header>
  );
}

function TopNavigation({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useLingui();
  const sections: [Address, string][] = [
    ['/', t`Home`],
    ['/tips', t`Tips`],
    ['/tipster', t`Tipsters`],
  ];
  if (loggedIn) {
    sections.push(['/tips/my-tips', t`My Tips`], ['/tips/booked-ticket', t`Booked Ticket`]);
  }
  return (
    <nav aria-label={t`Main`} className="hidden flex-1 items-center md:flex">
      {sections.map(([to, words]) => (
        <Link
          key={to}
          to={to}
          activeOptions={exactly}
          className="inline-flex min-h-11 items-center border-y-[3px] border-transparent px-2 font-semibold text-dim hover:text-ink aria-[current=page]:border-b-flag aria-[current=page]:text-ink lg:px-3"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

function AccountButton() {
  const { t } = useLingui();
  return (
    <Button popoverTarget={accountMenuId}>
      {t`My Account`}
      <Icon name="down" className="size-4" />
    </Button>
  );
}

function LoginButtons() {
  const { t } = useLingui();
  return (
    <>
      <LinkButton to="/account/login" look="quiet">
        {t`Login`}
      </LinkButton>
      <LinkButton to="/account/register">{t`Sign Up`}</LinkButton>
    </>
  );
}

const bottomItem =
  'flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-center font-narrow text-[min(0.8125rem,3.75vw)] leading-tight font-semibold wrap-anywhere text-dim aria-[current=page]:text-ink [&[aria-current=page]_svg]:stroke-[2.6]';

/** The five sections, within the reach of a thumb. */
export function BottomNavigation({ loggedIn }: { loggedIn: boolean }) {
  const { t } = useLingui();
  const sections: [Address, ComponentProps<typeof Icon>['name'], string][] = [
    ['/', 'home', t`Home`],
    ['/tips', 'tips', t`Tips`],
    ['/tips/create', 'plus', t`Post`],
    ['/tips/my-tips', 'tickets', t`Tickets`],
  ];
  if (!loggedIn) sections.push(['/account/login', 'account', t`Account`]);
  return (
    <nav
      aria-label={t`Sections`}
      className="sticky bottom-0 z-20 flex border-t-[1.5px] border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {sections.map(([to, icon, words]) => (
        <Link key={to} to={to} activeOptions={exactly} className={bottomItem}>
          <Icon name={icon} />
          {words}
        </Link>
      ))}
      {loggedIn && (
        <button type="button" popoverTarget={accountMenuId} className={bottomItem}>
          <Icon name="account" />
          {t`Account`}
        </button>
      )}
    </nav>
  );
}

const LogoutDialog = lazyNamed(() => import('./logout-dialog.tsx'), 'LogoutDialog');

/**
 * My Account. The browser's own popover closes it with Esc or a tap elsewhere and keeps the focus;
 * that somebody went on by Tab it does not see, and Back it leaves to the page.
 */
export function AccountMenu({ administrator }: { administrator: boolean }) {
  const { menu, open, close, leave } = useMenu();
  const [leaving, setLeaving] = useState(false);
  const stay = () => setLeaving(false);
  return (
    <>
      <div
        ref={menu}
        id={accountMenuId}
        popover="auto"
        className="chalk fixed inset-auto end-[calc(0.5rem+var(--side))] bottom-[calc(72px+env(safe-area-inset-bottom))] w-60 rounded-md bg-card p-2 text-ink md:end-[max(calc(1rem+var(--side)),calc(50vw-35rem))] md:top-16 md:bottom-auto"
      >
        <MenuItems
          administrator={administrator}
          open={open}
          onChosen={leave}
          onLogout={() => {
            // Where the menu's entry of the history goes first, or it would take the dialog's with it.
            const ask = () => setLeaving(true);
            if (liesOver()) globalThis.addEventListener('popstate', ask, { once: true });
            else ask();
            close();
          }}
        />
      </div>
      {leaving && (
        <LazyPart onMissing={stay}>
          <LogoutDialog onClose={stay} />
        </LazyPart>
      )}
    </>
  );
}

type MenuItemsProps = {
  administrator: boolean;
  /** An entry of the history stands for the menu: what is chosen takes its place. */
  open: boolean;
  onChosen: () => void;
  onLogout: () => void;
};

function MenuItems({ administrator, open, onChosen, onLogout }: MenuItemsProps) {
  const { t } = useLingui();
  const item = 'flex min-h-11 w-full items-center rounded-sm px-3 font-semibold hover:bg-sunk';
  const pages: [Address, string][] = [
    ['/tipster/edit-profile', t`Profile`],
    ['/settings', t`Settings`],
    ['/sync', t`Sync`],
  ];
  if (administrator) pages.push(['/admin', t`Admin`]);
  return (
    <nav aria-label={t`My Account`}>
      {pages.map(([to, words]) => (
        <Link key={to} to={to} replace={open} onClick={onChosen} className={item}>
          {words}
        </Link>
      ))}
      <button type="button" className={item} onClick={onLogout}>
        {t`Logout`}
      </button>
    </nav>
  );
}

/** The menu, which closes once another page or a place outside of it was gone to. */
function useMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const leaves = useRef(false);
  const isLeaving = useCallback(() => leaves.current, []);
  const [open, setOpen] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const close = () => {
    menu.current?.hidePopover();
  };
  const leave = () => {
    leaves.current = true;
    close();
  };
  useBackCloses(open, close, isLeaving);
  useEffect(close, [path]);
  useEffect(() => {
    const shown = menu.current;
    const hear = () => {
      const isOpen = shown?.matches(':popover-open') === true;
      if (isOpen) leaves.current = false;
      setOpen(isOpen);
    };
    shown?.addEventListener('toggle', hear);
    return () => shown?.removeEventListener('toggle', hear);
  }, []);
  // Heard all the time: a browser may tell that the menu is open only after the focus has left it.
  useEffect(() => {
    const closeBehind = ({ target }: FocusEvent) => {
      const shown = menu.current;
      if (shown && target instanceof Element && !isOf(shown, target)) shown.hidePopover();
    };
    document.addEventListener('focusin', closeBehind);
    return () => document.removeEventListener('focusin', closeBehind);
  }, []);

  return { menu, open, close, leave };
}

/** Its own buttons open and close it themselves: one that closed it by its focus would open it anew. */
function isOf(menu: Element, target: Element): boolean {
  return menu.contains(target) || target.closest(`[popovertarget="${menu.id}"]`) !== null;
}

/** The assistant referee's flag, quartered, and the name. */
function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-narrow text-lg font-bold">
      <svg viewBox="0 0 12 12" className="size-3.5" aria-hidden="true">
        <path fill="#ffd21f" d="M0 0h6v6H0zM6 6h6v6H6z" />
        <path fill="#f0631c" d="M6 0h6v6H6zM0 6h6v6H0z" />
      </svg>
      Touchline
    </span>
  );
}
