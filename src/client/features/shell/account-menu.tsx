import { useLingui } from '@lingui/react/macro';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useProfile } from '#client/data/member-row-queries.ts';
import { joinClasses } from '#client/ui/classes.ts';
import { useCloseOnBack } from '#client/ui/dialog/dialog-history.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { LazyContent, createLazyComponent } from '#client/ui/lazy-content.tsx';

/** The DOM id that connects the account menu with its button. */
const accountMenuId = 'account-menu';

type RouteAddress = NonNullable<LinkProps['to']>;

/** The member's avatar, with the label "My Account" on a desktop. */
export function AccountButton() {
  const { t } = useLingui();
  const profile = useProfile();
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : '';
  return (
    <button
      type="button"
      popoverTarget={accountMenuId}
      // Safari does not focus a clicked button, but the closing menu returns the focus to the last
      // focused element. The button is within the scroll padding, so a focus with scrolling would
      // move the page.
      onClick={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full font-semibold md:px-2"
    >
      {name === '' ? (
        <span className="inline-flex size-9 items-center justify-center rounded-full bg-sunk text-ink">
          <Icon name="account" className="size-5" />
        </span>
      ) : (
        <Avatar name={name} picture={profile?.picture} size={34} />
      )}
      <span className="sr-only lg:not-sr-only">{t`My Account`}</span>
      <Icon name="down" className="hidden size-4 lg:inline" />
    </button>
  );
}

const LogoutDialog = createLazyComponent(() => import('./logout-dialog.tsx'), 'LogoutDialog');

/**
 * The My Account menu. The native popover closes on Esc or a tap outside and restores the focus.
 * This component also closes it when Tab leaves it, and on Back.
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
        className="card-border fixed inset-auto end-[max(calc(0.5rem+var(--side)),calc(50vw-35.5rem))] top-[calc(3.75rem+env(safe-area-inset-top))] max-h-[calc(100dvh-8rem)] w-60 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md bg-card p-2 text-ink"
      >
        <MenuItems
          administrator={administrator}
          open={open}
          onChosen={leave}
          onLogout={() => {
            close();
            setLeaving(true);
          }}
        />
      </div>
      {leaving && (
        <LazyContent onMissing={stay}>
          <LogoutDialog onClose={stay} />
        </LazyContent>
      )}
    </>
  );
}

type MenuItemsProps = {
  administrator: boolean;
  /** True while the menu is open; a tapped link then replaces the menu's history entry. */
  open: boolean;
  onChosen: () => void;
  onLogout: () => void;
};

function MenuItems({ administrator, open, onChosen, onLogout }: MenuItemsProps) {
  const { t } = useLingui();
  const item = 'flex min-h-11 w-full items-center rounded-sm px-3 font-semibold hover:bg-sunk';
  const pages: [to: RouteAddress, words: string, where?: string][] = [
    ['/tipster/edit-profile', t`Profile`],
    ['/pools', t`Pools`],
    ['/settings', t`Settings`],
    ['/sync', t`Sync`],
  ];
  if (administrator) pages.push(['/admin', t`Admin`]);
  // A wide window has these links in the header; the bottom bar of a phone lacks them.
  pages.push(
    ['/tips/booked-ticket', t`Booked Ticket`, 'md:hidden'],
    ['/tipster', t`Tipsters`, 'md:hidden'],
  );
  return (
    <nav
      ref={focusOnShow}
      tabIndex={-1}
      aria-label={t`My Account`}
      className="shadow-none outline-none"
    >
      {pages.map(([to, words, where]) => {
        const link = (
          <Link
            key={to}
            to={to}
            replace={open}
            onClick={onChosen}
            className={joinClasses(item, where)}
          >
            {words}
          </Link>
        );
        return to === '/pools' ? (
          <TouchlineBackendOnly key={to}>{link}</TouchlineBackendOnly>
        ) : (
          link
        );
      })}
      <button type="button" className={item} onClick={onLogout}>
        {t`Logout`}
      </button>
    </nav>
  );
}

/**
 * Focuses an element when the popover opens, so that Tab continues there: WebKit would continue
 * after the button. React's `autoFocus` would focus it when it is rendered.
 */
function focusOnShow(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}

/** The state of the menu, which closes on a navigation or when the focus leaves it. */
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
  useCloseOnBack(open, close, isLeaving);
  useEffect(close, [path]);
  useEffect(() => {
    const shown = menu.current;
    // `beforetoggle` is early enough: Back before the later `toggle` would leave the page.
    const hear = ({ newState }: ToggleEvent) => {
      const opens = newState === 'open';
      if (opens) leaves.current = false;
      setOpen(opens);
    };
    shown?.addEventListener('beforetoggle', hear);
    return () => shown?.removeEventListener('beforetoggle', hear);
  }, []);
  // The listener is always active: a browser may report the opening after a change of the focus.
  useEffect(() => {
    const closeBehind = ({ target }: FocusEvent) => {
      const shown = menu.current;
      if (shown && target instanceof Element && !isInsideMenu(shown, target)) shown.hidePopover();
    };
    document.addEventListener('focusin', closeBehind);
    return () => document.removeEventListener('focusin', closeBehind);
  }, []);

  return { menu, open, close, leave };
}

/**
 * True for elements of the menu and its buttons, which toggle it: if their focus closed the menu,
 * their click would open it again.
 */
function isInsideMenu(menu: Element, target: Element): boolean {
  return menu.contains(target) || target.closest(`[popovertarget="${menu.id}"]`) !== null;
}
