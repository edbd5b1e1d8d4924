import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';

/** The pages of the desk in the order of a working day; a spec-only backend lacks some of them. */
const deskPages = [
  { to: '/admin', words: msg`Today`, isTouchlineOnly: false },
  {
    to: '/admin/prices',
    words: msg({ message: 'Odds', context: 'of games' }),
    isTouchlineOnly: true,
  },
  { to: '/admin/results', words: msg`Results`, isTouchlineOnly: true },
  {
    to: '/admin/confirm-tickets',
    words: msg({ message: 'Confirm', context: 'tickets' }),
    isTouchlineOnly: false,
  },
  { to: '/admin/tickets', words: msg`Tickets`, isTouchlineOnly: false },
  { to: '/admin/history', words: msg`History`, isTouchlineOnly: true },
] as const;

/** Links to the pages of the desk; on a narrow screen the row scrolls sideways. */
export function DeskNav() {
  const { t, i18n } = useLingui();
  const current = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav
      aria-label={t`Desk`}
      className="-mx-4 mb-4 flex scroll-px-4 gap-x-5 overflow-x-auto border-b-[1.5px] border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {deskPages.map(({ to, words, isTouchlineOnly }) => {
        const link = (
          <Link
            key={to}
            ref={to === current ? scrollLinkIntoView : undefined}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            // Browsers do not scroll to a focused element that is partly visible.
            onFocus={({ currentTarget }) =>
              currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
            }
            className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center border-b-[3px] border-transparent font-semibold whitespace-nowrap text-dim aria-[current=page]:border-ink aria-[current=page]:text-ink"
          >
            {i18n._(words)}
          </Link>
        );
        return isTouchlineOnly ? (
          <TouchlineBackendOnly key={to}>{link}</TouchlineBackendOnly>
        ) : (
          link
        );
      })}
    </nav>
  );
}

/** Scrolls only the row of links, so that this link is visible. */
function scrollLinkIntoView(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (!link || !row) return;
  const { left: start, width } = link.getBoundingClientRect();
  const { left, width: room } = row.getBoundingClientRect();
  row.scrollLeft += start + width / 2 - left - room / 2;
}
