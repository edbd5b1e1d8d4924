import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode, type RefObject } from 'react';
import { AdminTipFilter } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useAdminTipsFetchedAt, useAdminTips } from '#client/data/tips/admin-tip-queries.ts';
import { usePageLoader } from '#client/data/device/refresh.ts';
import { Tag, ChangeStateTag } from '#client/ui/tag.tsx';
import { Button } from '#client/ui/button.tsx';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { LabelledControl, useTypedFilter } from '#client/ui/form/filter.tsx';
import { EmptyState, Loading } from '#client/ui/notice.tsx';
import { fetchedAtText, countText, momentText, ticketCode } from '#client/ui/formats.ts';
import { LoadMore, WindowedList } from '#client/ui/list/windowed-list.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { totalQuoteOf } from '#domain/odds/quote.ts';
import type { AdminSearch } from './admin-search.ts';
import { TicketGames } from '../desk/ticket-games.tsx';

const adminPageSize = 100;

type AdminTipListProps = {
  search: AdminSearch;
  loadMore: ReactNode;
  onChoose: (id: string) => void;
  /** The ref of the open ticket's row. */
  chosenRef: RefObject<HTMLButtonElement | null>;
};

/** The tips that match the search, page by page. */
export function AdminTipList({ search: filter, loadMore, onChoose, chosenRef }: AdminTipListProps) {
  const { state = 'all', search = '', tip } = filter;
  const { t } = useLingui();
  const [limit, setLimit] = useState(adminPageSize);
  const more = usePageLoader();
  const list = useAdminTips({ state, search }, limit);
  if (!list) return <Loading label={t`Fetching tickets`} shape="row" rows={6} />;
  if (list.tips.length === 0) return <EmptyState>{t`No ticket available`}</EmptyState>;
  const before = list.tips.at(-1)?.id;
  const mayHaveMore = list.more || list.tips.length >= list.limit;
  const load = async () => {
    // Stored rows are shown at once; the next page is shown when it was fetched.
    if (list.more) setLimit(limit + adminPageSize);
    if (before === undefined) return;
    const came = await more.load({ what: 'admin-tips', state, search, before });
    if (came && !list.more) setLimit(limit + adminPageSize);
  };
  return (
    <>
      <p className="-mt-3 mb-3 text-sm text-dim">
        <ShownCount count={list.tips.length} more={mayHaveMore} />
      </p>
      <WindowedList
        label={t`Recent Tickets`}
        items={list.tips}
        keyOf={({ id }) => id}
        estimate={150}
      >
        {(row) => (
          <AdminTipRow
            tip={row}
            chosen={row.id === tip}
            onChoose={() => onChoose(row.id)}
            chosenRef={chosenRef}
          />
        )}
      </WindowedList>
      <LoadMore
        hasMore={mayHaveMore || more.state !== 'idle'}
        state={list.more ? 'idle' : more.state}
        onLoad={() => void load()}
      >
        {loadMore}
      </LoadMore>
    </>
  );
}

/** The number of listed tips, and whether they are only the newest. */
function ShownCount({ count, more }: { count: number; more: boolean }) {
  if (!more) return <Plural value={count} one="Showing # ticket" other="Showing # tickets" />;
  const shown = countText(count);
  return <Trans>Showing recent {shown} tickets</Trans>;
}

/** Says when the list was fetched, because administrators decide by its content. */
export function AdminListAge() {
  const fetchedAt = useAdminTipsFetchedAt();
  if (typeof fetchedAt !== 'number') return undefined;
  return <span className="block">{fetchedAtText(fetchedAt)}</span>;
}

type AdminTipRowProps = {
  tip: OptimisticTip;
  chosen: boolean;
  onChoose: () => void;
  chosenRef: RefObject<HTMLButtonElement | null>;
};

/** A row of the list: tipster, figures, dates and what the tip needs. */
function AdminTipRow({ tip, chosen, onChoose, chosenRef }: AdminTipRowProps) {
  const { t } = useLingui();
  const total = totalQuoteOf(tip);
  return (
    <div
      className={joinClasses(
        'relative rounded-md border-[1.5px] bg-card px-4 py-3',
        chosen ? 'border-ink' : 'border-line hover:border-dim',
      )}
    >
      <button
        ref={chosen ? chosenRef : undefined}
        type="button"
        aria-current={chosen || undefined}
        onClick={onChoose}
        // The pseudo-element extends the tap area to the whole card.
        className="w-full text-start after:absolute after:inset-0 after:rounded-md"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="min-w-0 font-narrow font-bold wrap-anywhere">
            <bdi>{tipsterNameOf(tip)}</bdi>{' '}
            <span className="figure font-normal text-dim">{ticketCode(tip.id)}</span>
          </span>
          <NeededWork tip={tip} />
        </span>
        <span className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <TipFact label={t`Odds`}>{total ? <QuoteFigure quote={total} /> : '–'}</TipFact>
          <TipFact label={t`Number of Games`}>{countText(tip.options.length)}</TipFact>
          <TipFact label={t`Creation Date`}>{momentText(tip.creationTime, 'date')}</TipFact>
          <TipFact label={t`Expiry Date`}>{momentText(tip.expiryTime, 'date')}</TipFact>
        </span>
      </button>
      <TicketGames legs={tip.options} />
    </div>
  );
}

function TipFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      <span className="block text-xs text-dim">{label}</span>
      <span className="figure font-bold">{children}</span>
    </span>
  );
}

function NeededWork({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  if (tip.device) return <ChangeStateTag state={tip.device.state} />;
  if (tip.IsGameSuccessful) return <Tag tone="quiet">{t`Treated`}</Tag>;
  const unpriced = tip.options.filter(({ odd, result }) => odd === 0 && result !== 'void');
  if (unpriced.length > 0) {
    return (
      <Tag tone="saved">
        <Plural value={unpriced.length} one="# game without odds" other="# games without odds" />
      </Tag>
    );
  }
  const undecided = tip.options.some(({ result }) => result === 'pending');
  return undecided ? (
    <Tag tone="waiting">{t`Pending`}</Tag>
  ) : (
    <Tag tone="won">{t`Ready to confirm`}</Tag>
  );
}

type TipSearchProps = {
  search: AdminSearch;
  onSearch: (change: Pick<AdminSearch, 'state' | 'search'>) => void;
};

/** The search fields: tipster, game or id, and a state. */
export function TipSearch({ search: { state, search = '' }, onSearch }: TipSearchProps) {
  const { t } = useLingui();
  const [text, setText] = useTypedFilter(search);
  const searchIn = (state: AdminTipFilter | undefined) =>
    onSearch({ state, search: text.trim() || undefined });
  return (
    <form
      role="search"
      className="mb-4 grid gap-2 md:grid-cols-[minmax(0,1fr)_13rem_auto] md:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        searchIn(state);
      }}
    >
      <LabelledControl label={t`Search Ticket`}>
        {(id) => (
          <input
            id={id}
            enterKeyHint="search"
            type="search"
            value={text}
            maxLength={100}
            onChange={({ target }) => setText(target.value)}
            className={controlClasses}
          />
        )}
      </LabelledControl>
      <LabelledControl label={t`Show`}>
        {(id) => <StateSelect id={id} state={state} onChange={searchIn} />}
      </LabelledControl>
      <Button type="submit">{t`Search`}</Button>
    </form>
  );
}

type StateSelectProps = Pick<AdminSearch, 'state'> & {
  id: string;
  onChange: (state: AdminTipFilter | undefined) => void;
};

function StateSelect({ id, state = 'all', onChange }: StateSelectProps) {
  const { t } = useLingui();
  const words: Record<AdminTipFilter, string> = {
    all: t`All tickets`,
    unpriced: t`Waiting for odds`,
    undecided: t`Waiting for results`,
    decided: t`Ready to confirm`,
    treated: t`Treated`,
  };
  return (
    <select
      id={id}
      value={state}
      onChange={({ target }) => {
        const chosen = AdminTipFilter.options.find((state) => state === target.value);
        onChange(chosen === 'all' ? undefined : chosen);
      }}
      className={controlClasses}
    >
      {AdminTipFilter.options.map((state) => (
        <option key={state} value={state}>
          {words[state]}
        </option>
      ))}
    </select>
  );
}
