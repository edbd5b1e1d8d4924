import { t } from '@lingui/core/macro';
import { useRef, type Ref } from 'react';
import { useMore, useRefresh } from '#client/data/device/refresh.ts';
import { useHasRecords } from '#client/data/records.ts';
import { useTipsterList, useTipsters } from '#client/data/tipsters.ts';
import { AwayButton, Button, LinkButton } from '#client/ui/button.tsx';
import { OddsSelect, useTyped } from '#client/ui/form/filter.tsx';
import { asOfText } from '#client/ui/formats.ts';
import { LoadMore, WindowList } from '#client/ui/list.tsx';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { Face } from '#client/ui/face.tsx';
import { fullName, Stars } from '#client/ui/tipster.tsx';
import type { Tipster } from '#contract/members.ts';
import { whatsAppAddress } from './tipster-page.tsx';

type TipsterListPageProps = {
  /** The least average odds, 0 for everybody. */
  minOdds: number;
  onSearch: (minOdds: number) => void;
};

/** Everybody who posts tips, best record first. */
export function TipsterListPage({ minOdds, onSearch }: TipsterListPageProps) {
  const filter = useRef<HTMLSelectElement>(null);
  // The button that was pressed is gone with the filter it takes back.
  const showAll = () => {
    onSearch(0);
    filter.current?.focus();
  };
  return (
    <Page title={t`Tipsters`} wide>
      <OddsFilter minOdds={minOdds} onSearch={onSearch} filter={filter} />
      <Found minOdds={minOdds} onShowAll={showAll} />
    </Page>
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
          <Cards tipsters={tipsters} />
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

function Cards({ tipsters }: { tipsters: readonly Tipster[] }) {
  if (tipsters.length > few) {
    return (
      <WindowList
        label={t`Tipsters`}
        items={tipsters}
        keyOf={({ id }) => id}
        estimate={144}
        columns
      >
        {(tipster) => <TipsterCard tipster={tipster} />}
      </WindowList>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3">
      {tipsters.map((tipster) => (
        <li key={tipster.id}>
          <TipsterCard tipster={tipster} />
        </li>
      ))}
    </ul>
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

function TipsterCard({ tipster }: { tipster: Tipster }) {
  const chat = whatsAppAddress(tipster.phoneNumber);
  return (
    <article className="chalk flex h-full flex-col gap-3 rounded-md bg-card p-4">
      <Who tipster={tipster} />
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

function Who({ tipster }: { tipster: Tipster }) {
  const { phoneNumber, record } = tipster;
  const recorded = useHasRecords();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Face name={fullName(tipster)} picture={tipster.picture} size={56} />
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
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
    </div>
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
