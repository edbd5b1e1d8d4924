import { t } from '@lingui/core/macro';
import { useRef, useState, type Ref } from 'react';
import { useMore, useRefresh } from '#client/data/refresh.ts';
import { useHasRecords } from '#client/data/records.ts';
import { useTipsterList, useTipsters } from '#client/data/tipsters.ts';
import { AwayButton, Button, LinkButton } from '#client/ui/button.tsx';
import { control } from '#client/ui/classes.ts';
import { countText, dayAndTime } from '#client/ui/formats.ts';
import { LoadMore, WindowList } from '#client/ui/list.tsx';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { fullName, Picture, Stars } from '#client/ui/tipster.tsx';
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
  const [odds, setOdds] = useState(minOdds);
  const [seen, setSeen] = useState(minOdds);
  // The way back, or a link to all of them, changes what is asked for without this form.
  if (minOdds !== seen) {
    setSeen(minOdds);
    setOdds(minOdds);
  }
  return (
    <form
      role="search"
      className="mb-4 flex max-w-120 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(odds);
      }}
    >
      <select
        ref={filter}
        name="minOdds"
        aria-label={t`Min odds`}
        value={odds}
        onChange={({ target }) => setOdds(Number(target.value))}
        className={control}
      >
        <option value="0">{t`Filter by Odds`}</option>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((least) => (
          <option key={least} value={least}>
            {countText(least)}
          </option>
        ))}
      </select>
      <Button type="submit" look="act">
        {t`Search`}
      </Button>
    </form>
  );
}

function Found({ minOdds, onShowAll }: { minOdds: number; onShowAll: () => void }) {
  const tipsters = useTipsters(minOdds);
  const { state, retry } = useRefresh({ what: 'tipsters', category: minOdds });

  if (state === 'failed' && tipsters === undefined) {
    return <Failed onRetry={retry}>{t`The tipsters could not be fetched.`}</Failed>;
  }
  if (tipsters === undefined || (state === 'waiting' && tipsters.length === 0)) {
    return <Loading rows={6} label={t`Fetching tipsters`} />;
  }
  if (tipsters.length === 0) {
    return (
      <Empty act={minOdds > 0 && <Button onClick={onShowAll}>{t`Show all`}</Button>}>
        {minOdds > 0
          ? t`Nobody's average odds reach ${minOdds}.`
          : t`No tipsters yet. Be the first.`}
      </Empty>
    );
  }
  return (
    <>
      <Age minOdds={minOdds} />
      {state === 'failed' && (
        <div className="mb-3">
          <Failed onRetry={retry}>
            {t`The list could not be brought up to date. This is what the phone has.`}
          </Failed>
        </div>
      )}
      <Cards tipsters={tipsters} />
      <NextTipsters key={minOdds} minOdds={minOdds} />
    </>
  );
}

/** What is kept here is worth as much as its age. */
function Age({ minOdds }: { minOdds: number }) {
  const list = useTipsterList(minOdds);
  const moment = list && dayAndTime(new Date(list.fetchedAt));
  return <p className="mb-3 min-h-4 text-xs text-dim">{moment && t`as of ${moment}`}</p>;
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
  const { id, firstName, lastName, picture, phoneNumber, record } = tipster;
  const recorded = useHasRecords();
  const chat = whatsAppAddress(phoneNumber);
  return (
    <article className="chalk flex h-full flex-col gap-3 rounded-md bg-card p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Picture name={{ firstName, lastName }} picture={picture} />
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
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton to="/tipster/profile/$id" params={{ id }} className="flex-1">
          {t`View Profile`}
          <Whose tipster={tipster} />
        </LinkButton>
        {chat !== undefined && (
          <AwayButton href={chat} className="flex-1">
            WhatsApp
            <Whose tipster={tipster} />
          </AwayButton>
        )}
      </div>
    </article>
  );
}

/** For who hears many of these links in a row. */
function Whose({ tipster }: { tipster: Tipster }) {
  return (
    <>
      {' '}
      <span className="sr-only">
        <bdi>{fullName(tipster)}</bdi>
      </span>
    </>
  );
}
