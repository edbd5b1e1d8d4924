import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useLayoutEffect, useRef, type ReactNode } from 'react';
import { isId } from '#contract/id.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useAdminTip } from '#client/data/tips/admin-tip-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { readPageScrollY, scrollPage } from '#client/startup/page-scroll.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { ticketCode } from '#client/ui/formats.ts';
import { FetchFailedNotice, Loading } from '#client/ui/notice.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { focusOnMount } from '#client/ui/focus.ts';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import type { AdminSearch } from './admin-search.ts';
import { FetchFailure } from '../desk/fetch-failure.tsx';
import { TicketAnalysis } from './ticket-analysis.tsx';
import { AdminListAge, AdminTipList, TipSearch } from './admin-tip-list.tsx';

type TipDeskProps = {
  search: AdminSearch;
  onSearch: (search: AdminSearch) => void;
  loadMore: ReactNode;
  /** Actions on the chosen tip. */
  children: (tip: OptimisticTip) => ReactNode;
};

/** The list of all members' tips beside the chosen tip; on a phone one of the two. */
export function TipDesk({ search, onSearch, loadMore, children }: TipDeskProps) {
  const opened = search.tip !== undefined;
  const keepScroll = useListScroll(opened);
  const choose = (tip: string | undefined) => {
    if (tip !== undefined) keepScroll();
    onSearch({ ...search, tip });
  };
  const chosenRef = useRef<HTMLButtonElement>(null);
  const list = joinClasses(opened && 'max-lg:hidden');
  return (
    <>
      <div className={list}>
        <TipSearch
          search={search}
          onSearch={(change) => onSearch({ ...search, ...change, tip: undefined })}
        />
      </div>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby="recent-tips" className={list}>
          <RecentTicketList {...{ search, loadMore, chosenRef }} onChoose={choose} />
        </section>
        <Card
          aria-labelledby="ticket-details"
          className={joinClasses('min-w-0 lg:sticky lg:top-20', !opened && 'max-lg:hidden')}
        >
          <DetailsHeading
            onClose={opened ? () => choose(undefined) : undefined}
            onBack={() => chosenRef.current?.focus()}
          />
          <ChosenTip id={search.tip}>{children}</ChosenTip>
        </Card>
      </div>
    </>
  );
}

type DetailsHeadingProps = {
  onClose: (() => void) | undefined;
  /** Returns to the list and focuses the tip's row. */
  onBack: () => void;
};

function DetailsHeading({ onClose, onBack }: DetailsHeadingProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b-[1.5px] border-line px-4 py-2">
      <h2 id="ticket-details" className="flex min-h-11 flex-1 basis-32 items-center text-lg">
        {t`Ticket Details`}
      </h2>
      {onClose && (
        <Button look="quiet" onClick={onClose} className="-me-4 lg:hidden">
          <Icon name="next" className="rotate-180" />
          {t`All tickets`}
        </Button>
      )}
      {onClose && (
        <Button look="quiet" onClick={onBack} className="sr-only focus:not-sr-only max-lg:hidden">
          {t`Back to the list`}
        </Button>
      )}
    </div>
  );
}

type ChosenTipProps = Pick<TipDeskProps, 'children'> & { id: string | undefined };

/** The tip named in the URL, once it is loaded. */
function ChosenTip({ id, children }: ChosenTipProps) {
  const { t } = useLingui();
  const tip = useAdminTip(id);
  if (tip) {
    return (
      <>
        <TipsterLine key={tip.id} tip={tip} />
        {children(tip)}
        <TicketAnalysis key={`text ${tip.id}`} tip={tip} />
      </>
    );
  }
  return (
    <div className="px-4 py-8 text-center text-dim">
      {id === undefined ? t`No Ticket Selected` : tip === null && <UnstoredTip key={id} id={id} />}
    </div>
  );
}

type RecentTipsProps = ComponentProps<typeof AdminTipList>;

/** The list with its age. A filter is also sent to the server. */
function RecentTicketList(props: RecentTipsProps) {
  const { search } = props;
  const { t } = useLingui();
  const { state = 'all', search: text = '' } = search;
  // The server knows more tips than this phone, so its matches are added to the list.
  const narrowed = state !== 'all' || text !== '';
  const refresh = useRefresh(narrowed ? { what: 'admin-tips', state, search: text } : 'admin-tips');
  return (
    <>
      <h2 id="recent-tips" className="text-lg">
        {t`Recent Tickets`}
      </h2>
      <p className="mb-3 text-sm text-dim">
        <AdminListAge />
      </p>
      {refresh.state === 'failed' && (
        <div className="mb-3">
          <FetchFailure onRetry={refresh.retry} />
        </div>
      )}
      <AdminTipList key={`${search.state} ${search.search}`} {...props} />
    </>
  );
}

/** Requests a tip from the server, because this device does not have it. */
function UnstoredTip({ id }: { id: string }) {
  const { t } = useLingui();
  const { state, retry } = useRefresh({ what: 'admin-tip', id });
  if (state === 'waiting') return <Loading rows={1} label={t`Fetching the ticket`} />;
  if (state === 'failed' && isId(id)) {
    return (
      <FetchFailedNotice onRetry={retry}>{t`The ticket could not be fetched.`}</FetchFailedNotice>
    );
  }
  return <p role="status">{t`There is no such ticket.`}</p>;
}

/** Restores the list's scroll position after a tip has replaced the list on a phone. */
function useListScroll(away: boolean): () => void {
  const scrollTop = useRef(0);
  const desk = useIsDesktop();
  const wasAway = useRef(away);
  useLayoutEffect(() => {
    if (away === wasAway.current) return;
    wasAway.current = away;
    if (!desk) scrollPage(away ? 0 : scrollTop.current);
  }, [away, desk]);
  return () => {
    if (!away) scrollTop.current = readPageScrollY();
  };
}

/**
 * The tipster of the open tip. Gets the focus when the tip opens, so that Tab continues with the
 * tip's games and not with the list of tips.
 */
function TipsterLine({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  return (
    <p
      ref={focusOnMount}
      tabIndex={-1}
      className="border-b-[1.5px] border-line px-4 py-2 text-sm wrap-anywhere focus:shadow-none focus:outline-none"
    >
      <bdi className="font-narrow font-bold">{tipsterNameOf(tip)}</bdi>{' '}
      <span className="figure text-dim">{ticketCode(tip.id)}</span>{' '}
      <Link
        to="/admin/history"
        search={{ tip: tip.id }}
        className="inline-flex min-h-11 items-center px-1 font-bold underline underline-offset-4"
      >
        {t`History`}
      </Link>
    </p>
  );
}
