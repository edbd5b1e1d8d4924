import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { accountMenuId } from './account-menu-id.ts';

const LogoutDialog = lazy(async () => ({
  default: (await import('./logout-dialog.tsx')).LogoutDialog,
}));

const item = 'flex min-h-11 w-full items-center rounded-sm px-3 font-semibold hover:bg-sunk';

/**
 * My Account. The browser's own popover closes it with Esc or a tap elsewhere and keeps the focus;
 * that somebody went on by Tab or by Back it does not see.
 */
export function AccountMenu({ administrator }: { administrator: boolean }) {
  const { t } = useLingui();
  const menu = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [leaving, setLeaving] = useState(false);

  const close = () => menu.current?.hidePopover();
  useEffect(close, [path]);
  // Heard all the time: a browser may tell that the menu is open only after the focus has left it.
  useEffect(() => {
    const closeBehind = ({ target }: FocusEvent) => {
      const shown = menu.current;
      if (shown && target instanceof Element && !isOf(shown, target)) shown.hidePopover();
    };
    document.addEventListener('focusin', closeBehind);
    return () => document.removeEventListener('focusin', closeBehind);
  }, []);

  return (
    <>
      <div
        ref={menu}
        id={accountMenuId}
        popover="auto"
        className="chalk fixed inset-auto end-2 bottom-[calc(72px+env(safe-area-inset-bottom))] w-60 rounded-md bg-card p-2 text-ink md:end-[max(1rem,calc(50vw-35rem))] md:top-16 md:bottom-auto"
      >
        <nav aria-label={t`My Account`}>
          <MenuLink to="/tipster/edit-profile" onFollow={close}>
            <Trans>Profile</Trans>
          </MenuLink>
          <MenuLink to="/settings" onFollow={close}>
            <Trans>Settings</Trans>
          </MenuLink>
          <MenuLink to="/sync" onFollow={close}>
            <Trans>Sync</Trans>
          </MenuLink>
          {administrator && (
            <MenuLink to="/admin" onFollow={close}>
              <Trans>Admin</Trans>
            </MenuLink>
          )}
          <button
            type="button"
            className={item}
            onClick={() => {
              close();
              setLeaving(true);
            }}
          >
            <Trans>Logout</Trans>
          </button>
        </nav>
      </div>
      {leaving && (
        <LazyPart onMissing={() => setLeaving(false)}>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </LazyPart>
      )}
    </>
  );
}

/** Its own buttons open and close it themselves: one that closed it by its focus would open it anew. */
function isOf(menu: Element, target: Element): boolean {
  return menu.contains(target) || target.closest(`[popovertarget="${menu.id}"]`) !== null;
}

function MenuLink({
  to,
  onFollow,
  children,
}: {
  to: NonNullable<LinkProps['to']>;
  onFollow: () => void;
  children: ReactNode;
}) {
  return (
    <Link to={to} onClick={onFollow} className={item}>
      {children}
    </Link>
  );
}
