import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState, type Ref } from 'react';
import { useMore, useRefresh } from '#client/data/device/refresh.ts';
import { useHasRecords } from '#client/data/records.ts';
import { useFollowedTipsters, useTipsterList, useTipsters } from '#client/data/tipsters.ts';
import { useSession } from '#client/session/session.ts';
import { AwayButton, Button, LinkButton } from '#client/ui/button.tsx';
import { Chip, Chips } from '#client/ui/chip.tsx';
import { classes } from '#client/ui/classes.ts';
import { OddsSelect, useTyped } from '#client/ui/form/filter.tsx';
import { asOfText, countText, rateText, unitsText } from '#client/ui/formats.ts';
import { LoadMore, WindowList } from '#client/ui/list.tsx';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { Face } from '#client/ui/face.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { fullName, Stars } from '#client/ui/tipster.tsx';
import type { Tipster } from '#contract/members.ts';
import { whatsAppAddress } from './tipster-page.tsx';

type TipsterListPageProps = {
  /** The least average odds, 0 for everybody. */
  minOdds: number;
  onSearch: (minOdds: number) => void;
};

/** Everybody who posts tips, best record first, or those the reader follows. */
export function TipsterListPage({ minOdds, onSearch }: TipsterListPageProps) {
  const filter = useRef<HTMLSelectElement>(null);
  const isMember = useSession() !== undefined;
  const [whom, setWhom] = useState<'all' | 'followed'>('all');
  // The button that was pressed is gone with the filter it takes back.
  const showAll = () => {
    onSearch(0);
    filter.current?.focus();
  };
  return (
    <Page title={t`Tipsters`} wide>
      {isMember && (
        <div className="-mx-4 -mt-2 mb-1">
          <Chips label={t`Tipsters`}>
            <Chip on={whom === 'all'} onClick={() => setWhom('all')}>
              {t`All`}
            </Chip>
            <Chip on={whom === 'followed'} onClick={() => setWhom('followed')}>
              {t`Following`}
            </Chip>
          </Chips>
        </div>
      )}
      {whom === 'followed' ? (
        <Followed onShowAll={() => setWhom('all')} />
      ) : (
        <>
          <OddsFilter minOdds={minOdds} onSearch={onSearch} filter={filter} />
          <Found minOdds={minOdds} onShowAll={showAll} />
        </>
      )}
    </Page>
  );
}

/** Whom the member follows, whoever posted last first. */
function Followed({ onShowAll }: { onShowAll: () => void }) {
  const tipsters = useFollowedTipsters();
  const refresh = useRefresh({ what: 'followed-tipsters' });
  return (
    <Stored
      value={tipsters}
      refresh={refresh}
      loading={<Loading rows={6} label={t`Fetching tipsters`} />}
      failed={!tipsters && t`The tipsters could not be fetched.`}
      none={
        <Empty act={<Button onClick={onShowAll}>{t`All tipsters`}</Button>}>
          {t`You follow nobody yet.`}
        </Empty>
      }
    >
      {(tipsters) => (
        <>
          <Outdated refresh={refresh}>
            {t`The list could not be brought up to date. This is what the phone has.`}
          </Outdated>
          <Cards tipsters={tipsters} />
        </>
      )}
    </Stored>
  );
}

type OddsFilterProps = TipsterListPageProps & { filter: Ref<HTMLSelectElement> };

function OddsFilter({ minOdds, onSearch, filter }: OddsFilterProps) {
  const [odds, setOdds] = useTyped(minOdds);
  return (
    <form
      role="search"
      className="mb-4 flex max-w-120 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(odds);
      }}
    >
      <OddsSelect
        ref={filter}
        name="minOdds"
        aria-label={t`Min odds`}
        any={t`Filter by Odds`}
        value={odds}
        onChange={setOdds}
      />
      <Button type="submit" look="act">
        {t`Search`}
      </Button>
    </form>
  );
}

function Found({ minOdds, onShowAll }: { minOdds: number; onShowAll: () => void }) {
  const tipsters = useTipsters(minOdds);
  const refresh = useRefresh({ what: 'tipsters', category: minOdds });
  return (
    <Stored
      value={tipsters}
      refresh={refresh}
      loading={<Loading rows={6} label={t`Fetching tipsters`} />}
      failed={!tipsters && t`The tipsters could not be fetched.`}
      none={<Nobody minOdds={minOdds} onShowAll={onShowAll} />}
    >
      {(tipsters) => (
        <>
          <Age minOdds={minOdds} />
          <Outdated refresh={refresh}>
            {t`The list could not be brought up to date. This is what the phone has.`}
          </Outdated>
          <Cards tipsters={tipsters} ranked={minOdds === 0} />
          <NextTipsters key={minOdds} minOdds={minOdds} />
        </>
      )}
    </Stored>
  );
}

function Nobody({ minOdds, onShowAll }: { minOdds: number; onShowAll: () => void }) {
  if (minOdds === 0) return <Empty>{t`No tipsters yet. Be the first.`}</Empty>;
  return (
    <Empty act={<Button onClick={onShowAll}>{t`Show all`}</Button>}>
      {t`Nobody's average odds reach ${minOdds}.`}
    </Empty>
  );
}

/** What is stored here is worth as much as its age. */
function Age({ minOdds }: { minOdds: number }) {
  const list = useTipsterList(minOdds);
  return <p className="mb-3 min-h-4 text-xs text-dim">{list && asOfText(list.fetchedAt)}</p>;
}

/** As many as a browser lays out without noticing stand in a grid; a longer list is drawn in part. */
const few = 30;

type CardsProps = { tipsters: readonly Tipster[]; ranked?: boolean };

function Cards({ tipsters, ranked = false }: CardsProps) {
  const ranks = ranked ? ranksOf(tipsters) : noRanks;
  if (tipsters.length > few) {
    return (
      <WindowList
        label={t`Tipsters`}
        items={tipsters}
        keyOf={({ id }) => id}
        estimate={126}
        columns
      >
        {(tipster) => <TipsterCard tipster={tipster} rank={ranks.get(tipster.id)} />}
      </WindowList>
    );
  }
  return (
    <ul className="-mx-2 grid grid-cols-1 gap-2 md:grid-cols-2 lg:grid-cols-3">
      {tipsters.map((tipster) => (
        <li key={tipster.id}>
          <TipsterCard tipster={tipster} rank={ranks.get(tipster.id)} />
        </li>
      ))}
    </ul>
  );
}

const noRanks: ReadonlyMap<string, number> = new Map();

/** Places in the list of everybody, which is in the order of what a record can prove. */
function ranksOf(tipsters: readonly Tipster[]): ReadonlyMap<string, number> {
  return new Map(
    tipsters.flatMap(({ id, record }, index) =>
      record.stars === undefined ? [] : [[id, index + 1] as const],
    ),
  );
}

function NextTipsters({ minOdds }: { minOdds: number }) {
  const next = useTipsterList(minOdds)?.value.next;
  const more = useMore();
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

type TipsterCardProps = { tipster: Tipster; rank: number | undefined };

function TipsterCard({ tipster, rank }: TipsterCardProps) {
  const chat = whatsAppAddress(tipster.phoneNumber);
  return (
    <article className="chalk @container flex h-full flex-col gap-2.5 rounded-md bg-card px-3 pt-2.5 pb-3">
      <Who tipster={tipster} rank={rank} />
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton to="/tipster/profile/$id" params={{ id: tipster.id }} className="flex-1">
          {t`View Profile`} <Whose tipster={tipster} />
        </LinkButton>
        {chat !== undefined && (
          <AwayButton href={chat} className="flex-1">
            WhatsApp <Whose tipster={tipster} />
          </AwayButton>
        )}
      </div>
    </article>
  );
}

function Who({ tipster, rank }: TipsterCardProps) {
  const { phoneNumber, record } = tipster;
  const recorded = useHasRecords();
  return (
    <div className="flex flex-wrap items-center gap-x-2.5">
      {rank !== undefined && (
        <span className="figure min-w-5 text-center text-md font-bold">{countText(rank)}</span>
      )}
      <Face name={fullName(tipster)} picture={tipster.picture} size={56} />
      <div className="min-w-0 flex-1 basis-36">
        <h2 className="text-lg">
          <bdi>{fullName(tipster)}</bdi>
        </h2>
        {recorded && <Stars stars={record.stars} settled={record.settled} />}
        {phoneNumber !== undefined && (
          <p className="figure text-sm text-dim">
            <bdi>{phoneNumber}</bdi>
          </p>
        )}
      </div>
      {recorded && record.settled > 0 && <Came record={record} />}
    </div>
  );
}

/** What a record came to, at the end of its row. */
function Came({ record }: Pick<Tipster, 'record'>) {
  const { settled, flatProfit } = record;
  const count = countText(settled);
  const rate = rateText(record);
  return (
    <p className="text-end @max-[17.5rem]:text-start">
      <Ltr
        className={classes(
          'figure block text-lg leading-tight font-bold',
          flatProfit > 0 ? 'text-won' : flatProfit < 0 && 'text-lost',
        )}
      >
        {unitsText(flatProfit)}
      </Ltr>
      <span className="text-sm text-dim">
        <Trans>
          <Ltr className="figure">{rate}</Ltr> of {count}
        </Trans>
      </span>
    </p>
  );
}

/** For who hears many of these links in a row. */
function Whose({ tipster }: { tipster: Tipster }) {
  return (
    <span className="sr-only">
      <bdi>{fullName(tipster)}</bdi>
    </span>
  );
}
