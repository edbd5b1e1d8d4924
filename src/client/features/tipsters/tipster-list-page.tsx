import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type Ref } from 'react';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { usePageLoader, useRefresh } from '#client/data/device/refresh.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { useFollowedTipsters, useTipsters } from '#client/data/tipsters.ts';
import { useSession } from '#client/session/session.ts';
import { ExternalLinkButton, Button, LinkButton } from '#client/ui/button.tsx';
import { Chips, RadioChip } from '#client/ui/chip.tsx';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import { MinOddsSelect, useTypedFilter } from '#client/ui/form/filter.tsx';
import { fetchedAtText, countText, hitRateText, unitsText } from '#client/ui/formats.ts';
import { LoadMore, WindowedList } from '#client/ui/list/windowed-list.tsx';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { fullName, Stars } from '#client/ui/member/tipster.tsx';
import type { Tipster } from '#contract/members.ts';
import { toWhatsAppUrl } from './tipster-page.tsx';

type TipsterListPageProps = {
  /** The minimum average odds, 0 for all. */
  minOdds: number;
  onSearch: (minOdds: number) => void;
};

/** All tipsters, the best record first, or only those the reader follows. */
export function TipsterListPage({ minOdds, onSearch }: TipsterListPageProps) {
  const filter = useRef<HTMLSelectElement>(null);
  const isMember = useSession() !== undefined;
  const [whom, setWhom] = useHistoryEntryState<'all' | 'followed'>('whom', () => 'all');
  // The pressed button disappears with the filter, so the select gets the focus.
  const showAll = () => {
    onSearch(0);
    filter.current?.focus();
  };
  return (
    <Page title={t`Tipsters`} wide>
      {isMember && (
        <div className="-mx-4 -mt-2 mb-1">
          <Chips label={t`Tipsters`} role="radiogroup">
            <RadioChip name="whom" checked={whom === 'all'} onChoose={() => setWhom('all')}>
              {t`All`}
            </RadioChip>
            <RadioChip
              name="whom"
              checked={whom === 'followed'}
              onChoose={() => setWhom('followed')}
            >
              {t`Following`}
            </RadioChip>
          </Chips>
        </div>
      )}
      {whom === 'followed' ? (
        <FollowedTipsters onShowAll={() => setWhom('all')} />
      ) : (
        <>
          <OddsFilter minOdds={minOdds} onSearch={onSearch} filter={filter} />
          <ListedTipsters minOdds={minOdds} onShowAll={showAll} />
        </>
      )}
    </Page>
  );
}

/** The followed tipsters, the most recent post first. */
function FollowedTipsters({ onShowAll }: { onShowAll: () => void }) {
  const tipsters = useFollowedTipsters();
  const refresh = useRefresh({ what: 'followed-tipsters' });
  return (
    <StoredContent
      value={tipsters}
      refresh={refresh}
      loading={<Loading rows={6} label={t`Fetching tipsters`} />}
      failed={!tipsters && t`The tipsters could not be fetched.`}
      none={
        <EmptyState action={<Button onClick={onShowAll}>{t`All tipsters`}</Button>}>
          {t`You follow nobody yet.`}
        </EmptyState>
      }
      later={t`New figures come when you are online.`}
    >
      {(tipsters) => <TipsterCards tipsters={tipsters} />}
    </StoredContent>
  );
}

type OddsFilterProps = TipsterListPageProps & { filter: Ref<HTMLSelectElement> };

function OddsFilter({ minOdds, onSearch, filter }: OddsFilterProps) {
  const [odds, setOdds] = useTypedFilter(minOdds);
  return (
    <form
      role="search"
      className="mb-1.5 flex max-w-120 flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(odds);
      }}
    >
      <div className="min-w-0 flex-1 basis-44">
        <MinOddsSelect
          ref={filter}
          name="minOdds"
          aria-label={t`Min odds`}
          any={t`Filter by Odds`}
          value={odds}
          onChange={setOdds}
        />
      </div>
      <Button type="submit">{t`Search`}</Button>
    </form>
  );
}

function ListedTipsters({ minOdds, onShowAll }: { minOdds: number; onShowAll: () => void }) {
  const tipsters = useTipsters(minOdds);
  const list = useStoredDocument(collections.tipsters, minOdds);
  const refresh = useRefresh({ what: 'tipsters', category: minOdds });
  return (
    <StoredContent
      value={tipsters}
      refresh={refresh}
      loading={<Loading rows={6} label={t`Fetching tipsters`} />}
      failed={!tipsters && t`The tipsters could not be fetched.`}
      none={<NoTipsters minOdds={minOdds} onShowAll={onShowAll} />}
      fetchedAt={list?.fetchedAt}
      later={t`New figures come when you are online.`}
    >
      {(tipsters) => (
        <>
          {refresh.state !== 'failed' && <TipsterListAge fetchedAt={list?.fetchedAt} />}
          <TipsterCards tipsters={tipsters} ranked={minOdds === 0} />
          <NextTipsters key={minOdds} minOdds={minOdds} />
        </>
      )}
    </StoredContent>
  );
}

function NoTipsters({ minOdds, onShowAll }: { minOdds: number; onShowAll: () => void }) {
  if (minOdds === 0) return <EmptyState>{t`No tipsters yet. Be the first.`}</EmptyState>;
  return (
    <EmptyState action={<Button onClick={onShowAll}>{t`Show all`}</Button>}>
      {t`Nobody's average odds reach ${minOdds}.`}
    </EmptyState>
  );
}

/** The age of the stored list. */
function TipsterListAge({ fetchedAt }: { fetchedAt: number | undefined }) {
  return (
    <p className="mb-1.5 min-h-4 text-xs text-dim">
      {fetchedAt !== undefined && fetchedAtText(fetchedAt)}
    </p>
  );
}

/** The maximum number of tipsters in a plain grid; longer lists are virtualised. */
const maxGridCount = 30;

type TipsterCardsProps = { tipsters: readonly Tipster[]; ranked?: boolean };

function TipsterCards({ tipsters, ranked = false }: TipsterCardsProps) {
  const ranks = ranked ? rankTipsters(tipsters) : noRanks;
  if (tipsters.length > maxGridCount) {
    return (
      <WindowedList
        label={t`Tipsters`}
        items={tipsters}
        keyOf={({ id }) => id}
        estimate={64}
        columns
      >
        {(tipster) => (
          <div className="card-border @container -mx-2 rounded-md bg-card">
            <TipsterRow tipster={tipster} rank={ranks.get(tipster.id)} />
          </div>
        )}
      </WindowedList>
    );
  }
  return (
    <ul className="card-border -mx-2 grid grid-cols-1 overflow-clip rounded-md bg-card md:grid-cols-2">
      {tipsters.map((tipster) => (
        <li key={tipster.id} className="@container -mt-px border-line border-t md:odd:border-e">
          <TipsterRow tipster={tipster} rank={ranks.get(tipster.id)} />
        </li>
      ))}
    </ul>
  );
}

const noRanks: ReadonlyMap<string, number> = new Map();

/** Ranks tipsters by position, because the server orders the list by record. */
function rankTipsters(tipsters: readonly Tipster[]): ReadonlyMap<string, number> {
  return new Map(
    tipsters.flatMap(({ id, record }, index) =>
      record.stars === undefined ? [] : [[id, index + 1] as const],
    ),
  );
}

function NextTipsters({ minOdds }: { minOdds: number }) {
  const next = useStoredDocument(collections.tipsters, minOdds)?.value.next;
  const more = usePageLoader();
  return (
    <LoadMore
      hasMore={typeof next === 'string'}
      state={more.state}
      onLoad={() => more.load({ what: 'tipsters', category: minOdds, more: true })}
    >
      {t`Load more tipsters`}
    </LoadMore>
  );
}

type TipsterRowProps = { tipster: Tipster; rank: number | undefined };

/** A tipster in a row: rank, avatar, name, record, units and links. */
function TipsterRow({ tipster, rank }: TipsterRowProps) {
  const { record } = tipster;
  const recorded = useBackendHasRecords();
  return (
    <article
      className={joinClasses(
        'grid min-h-16 grid-cols-[1.25rem_auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 px-2.5 py-1.5',
        '@max-[20rem]:grid-cols-[1.25rem_minmax(0,1fr)_auto] @max-[17.5rem]:grid-cols-[1.25rem_minmax(0,1fr)]',
      )}
    >
      <span className="figure text-center text-md font-bold">
        {rank !== undefined && countText(rank)}
      </span>
      <span className="@max-[20rem]:hidden">
        <Avatar name={fullName(tipster)} picture={tipster.picture} size={38} />
      </span>
      <div className="min-w-0">
        <h2 className="text-md leading-tight">
          <bdi>{fullName(tipster)}</bdi>
        </h2>
        {recorded && <RecordLine record={record} />}
      </div>
      {recorded && record.settled > 0 ? <Profit units={record.flatProfit} /> : <span />}
      <LinkButton
        to="/tipster/profile/$id"
        params={{ id: tipster.id }}
        className="w-17 px-1! text-xs leading-tight @max-[20rem]:col-start-2 @max-[20rem]:col-end-[-1] @max-[20rem]:w-auto"
      >
        {t`View Profile`} <HiddenName tipster={tipster} />
      </LinkButton>
      <ContactLinks tipster={tipster} />
    </article>
  );
}

/** "59.5% of 84" and the stars; with too few settled tips for stars, only the number. */
function RecordLine({ record }: Pick<Tipster, 'record'>) {
  const { settled, stars } = record;
  const count = countText(settled);
  const rate = hitRateText(record);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-dim">
      {settled > 0 && (
        <span>
          <Trans>
            <Ltr className="figure">{rate}</Ltr> of {count}
          </Trans>
        </span>
      )}
      <Stars stars={stars} settled={settled} short />
    </p>
  );
}

/** The phone number, if the tipster shows it, and a link to a chat. */
function ContactLinks({ tipster }: { tipster: Tipster }) {
  const { phoneNumber } = tipster;
  const chat = toWhatsAppUrl(phoneNumber);
  if (phoneNumber === undefined) return undefined;
  return (
    <div className="col-start-3 col-end-[-1] -mt-1 -mb-1.5 flex flex-wrap items-center gap-x-1 text-sm text-dim @max-[20rem]:col-start-2">
      <p className="figure">
        <bdi>{phoneNumber}</bdi>
      </p>
      {chat !== undefined && (
        <ExternalLinkButton
          href={chat}
          look="quiet"
          className="px-2.5! text-sm underline underline-offset-4"
        >
          WhatsApp <HiddenName tipster={tipster} />
        </ExternalLinkButton>
      )}
    </div>
  );
}

/** The units won or lost in a record. */
function Profit({ units }: { units: number }) {
  return (
    <Ltr
      className={joinClasses(
        'figure text-end text-lg font-bold @max-[17.5rem]:col-start-2 @max-[17.5rem]:text-start',
        signColourClass(units),
      )}
    >
      {unitsText(units)}
    </Ltr>
  );
}

/** Adds the name to a link for screen readers, because many links have the same text. */
function HiddenName({ tipster }: { tipster: Tipster }) {
  return (
    <span className="sr-only">
      <bdi>{fullName(tipster)}</bdi>
    </span>
  );
}
