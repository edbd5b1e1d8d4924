import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Desk, useDesk } from '#client/data/desk/desk.ts';
import {
  countGamesToPrice,
  countGamesToSettle,
  findMsToUnpricedKickOff,
  useLocalDeskCounts,
} from '#client/data/desk/local-desk-counts.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useAdminCounts, useAdminTipsFetchedAt } from '#client/data/tips/admin-tip-queries.ts';
import { joinClasses } from '#client/ui/classes.ts';
import { fetchedAtText, durationText } from '#client/ui/formats.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import { FetchFailure } from './fetch-failure.tsx';

/** The administrators' overview: the amount of open work of each kind. */
export function DeskToday() {
  return (
    <TouchlineBackendOnly instead={<OverviewOfTickets />}>
      <OverviewOfDesk />
    </TouchlineBackendOnly>
  );
}

/** The overview for a backend without a desk, computed from the fetched tickets. */
function OverviewOfTickets() {
  useRefresh('admin-tips');
  const counts = useAdminCounts();
  // Before the first fetch nothing is known, and a zero would claim that there is no work.
  const known = typeof useAdminTipsFetchedAt() === 'number' ? counts : undefined;
  return <DeskCards unpriced={known?.unpriced} ready={known?.unconfirmed} />;
}

function OverviewOfDesk() {
  const desk = useDesk();
  const refresh = useRefresh('desk');
  return (
    <div className="grid gap-4">
      <DeskCards unpriced={desk?.counts.unpriced} ready={desk?.counts.ready} />
      {desk && <OpenWork desk={desk} />}
      {/* The notice is below the list, because a late failure must not move a link. */}
      {refresh.state === 'failed' && <FetchFailure onRetry={refresh.retry} />}
    </div>
  );
}

type DeskCardsProps = { unpriced: number | undefined; ready: number | undefined };

function DeskCards(counts: DeskCardsProps) {
  const { t } = useLingui();
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      <DeskCard to="/admin/tickets" title={t`Update Ticket Odds`}>
        {counts.unpriced !== undefined && (
          <Plural
            value={counts.unpriced}
            _0="No ticket waits for odds"
            one="# ticket waits for odds"
            other="# tickets wait for odds"
          />
        )}
      </DeskCard>
      <DeskCard to="/admin/confirm-tickets" title={t`Confirm Ticket`}>
        {counts.ready !== undefined && (
          <Plural
            value={counts.ready}
            _0="No ticket is ready to be confirmed"
            one="# ticket is ready to be confirmed"
            other="# tickets are ready to be confirmed"
          />
        )}
      </DeskCard>
    </ul>
  );
}

type DeskCardProps = {
  to: '/admin/tickets' | '/admin/confirm-tickets';
  title: string;
  /** The amount of work as text; absent while unknown. */
  children: ReactNode;
};

function DeskCard({ to, title, children }: DeskCardProps) {
  return (
    <li>
      <Link
        to={to}
        className="card-border flex h-full min-h-28 items-center gap-4 rounded-md bg-card px-4 py-4 hover:border-dim"
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

/** A list of the open work, the most urgent kind first. */
function OpenWork({ desk }: { desk: Desk }) {
  const { t } = useLingui();
  const work = useOpenWork(desk);
  const rows = createWorkRows(work).filter(({ count }) => count > 0);
  const isDone = work.unpriced + work.ready === 0 && work.conflicts !== undefined;
  return (
    <>
      {rows.length > 0 && (
        <ul
          aria-label={t`What waits`}
          className="card-border divide-y divide-line rounded-md bg-card"
        >
          {rows.map((row) => (
            <WorkRow key={row.words} {...row} />
          ))}
        </ul>
      )}
      {rows.length === 0 && isDone && (
        <p className="flex items-center gap-2 font-semibold">
          {work.state === undefined && <Icon name="check" className="size-5 text-won" />}
          <Trans>Nothing waits</Trans>
          {work.state !== undefined && <ChangeStateTag state={work.state} />}
        </p>
      )}
      <OfflineTicketsNote desk={desk} openTickets={work.openTickets} />
    </>
  );
}

/** Counts the open work of each kind. */
function useOpenWork({ counts, fixtures }: Desk) {
  const now = useServerNow(30_000);
  const { openTickets, conflicts, state } = useLocalDeskCounts() ?? {};
  return {
    ...counts,
    openTickets,
    conflicts,
    state,
    next: findMsToUnpricedKickOff(fixtures, now),
    toSettle: countGamesToSettle(fixtures),
    toPrice: countGamesToPrice(fixtures),
  };
}

/** Creates a row for each kind of work, the most urgent kind first. */
function createWorkRows({
  next,
  conflicts = 0,
  ...work
}: ReturnType<typeof useOpenWork>): WorkRowProps[] {
  const { unpricedSoon, toPrice, resultsMissing, toSettle, corrected } = work;
  const { toldOtherwise: differing } = work;
  const urgent = { presses: true, icon: 'warning' } as const;
  return [
    {
      count: unpricedSoon,
      icon: 'clock',
      presses: true,
      to: '/admin/prices',
      search: { show: 'soon' },
      words: plural(unpricedSoon, {
        one: '# ticket without odds kicks off within two hours',
        other: '# tickets without odds kick off within two hours',
      }),
      children: next !== undefined && <NextKickOff remainingMs={next} />,
    },
    {
      count: conflicts,
      ...urgent,
      to: '/sync',
      words: plural(conflicts, {
        one: '# change waits for your decision',
        other: '# changes wait for your decision',
      }),
    },
    {
      count: resultsMissing,
      ...urgent,
      to: '/admin/results',
      words: plural(resultsMissing, {
        one: 'The result of # game is missing',
        other: 'The results of # games are missing',
      }),
    },
    {
      count: differing,
      ...urgent,
      to: '/admin/results',
      words: plural(differing, {
        one: 'A source tells another result of # game',
        other: 'A source tells other results of # games',
      }),
    },
    {
      count: unpricedSoon > 0 ? 0 : toPrice,
      icon: 'clock',
      to: '/admin/prices',
      words: plural(toPrice, { one: '# game waits for odds', other: '# games wait for odds' }),
    },
    {
      count: toSettle,
      icon: 'check',
      to: '/admin/confirm-tickets',
      search: { view: 'games' },
      words: plural(toSettle, { one: '# game can be settled', other: '# games can be settled' }),
    },
    {
      count: corrected,
      icon: 'back',
      to: '/admin/corrections',
      words: plural(corrected, {
        one: 'The result of # game changed after its tickets were confirmed',
        other: 'The results of # games changed after their tickets were confirmed',
      }),
    },
  ];
}

function NextKickOff({ remainingMs }: { remainingMs: number }) {
  const span = durationText(remainingMs);
  return (
    <span data-live className="block text-sm font-normal text-saved">
      <Trans>Next kick-off in {span}</Trans>
    </span>
  );
}

type WorkRowProps = {
  count: number;
  icon: IconName;
  /** True if the work is urgent. */
  presses?: boolean;
  to:
    | '/admin/prices'
    | '/admin/results'
    | '/admin/confirm-tickets'
    | '/admin/corrections'
    | '/sync';
  search?: { view: 'games' } | { show: 'soon' } | undefined;
  words: string;
  children?: ReactNode;
};

/** A kind of work with a link to its page. */
function WorkRow({ icon, presses = false, to, search, words, children }: WorkRowProps) {
  return (
    <li>
      <Link
        to={to}
        {...(search && { search })}
        className="flex min-h-12 items-center gap-3 px-4 py-2.5 hover:bg-sunk"
      >
        <Icon name={icon} className={joinClasses('size-5', presses && 'text-saved')} />
        <span className="min-w-0 flex-1 font-semibold">
          {words}
          {children}
        </span>
        <Icon name="next" className="size-4 text-dim" />
      </Link>
    </li>
  );
}

type OfflineTicketsNoteProps = { desk: Desk; openTickets: number | undefined };

/** Says whether all open tickets are on this phone, and when they were fetched. */
function OfflineTicketsNote({ desk, openTickets }: OfflineTicketsNoteProps) {
  if (!desk.isAllHere) {
    return (
      <p className="text-sm text-saved">
        {desk.notHere > 0 && (
          <Plural
            value={desk.notHere}
            one="The tickets of # game are not all on this phone."
            other="The tickets of # games are not all on this phone."
          />
        )}{' '}
        <Trans>They come when you are online.</Trans>
      </p>
    );
  }
  if (openTickets === undefined) return undefined;
  return (
    <p className="text-sm text-dim">
      <Plural
        value={openTickets}
        _0="No ticket is open."
        one="The only open ticket is on this phone."
        other="All # open tickets are on this phone."
      />{' '}
      {fetchedAtText(desk.fetchedAt)}
    </p>
  );
}
