import { Trans, useLingui } from '@lingui/react/macro';
import type { Tipster } from '#contract/members.ts';
import { useMore } from '../../data/use-more.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { useNextTipsters, useTipsters } from '../../data/use-tipsters.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { control } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Page } from '../../ui/page.tsx';
import { WindowList } from '../../ui/window-list.tsx';
import { TipsterCard } from './tipster-card.tsx';

type TipsterListPageProps = {
  /** The least average odds, 0 for everybody. */
  minOdds: number;
  onSearch: (minOdds: number) => void;
};

/** Everybody who posts tips, best record first. */
export function TipsterListPage({ minOdds, onSearch }: TipsterListPageProps) {
  const { t } = useLingui();
  return (
    <Page title={t`Tipsters`} wide>
      <OddsFilter minOdds={minOdds} onSearch={onSearch} />
      <Found minOdds={minOdds} onShowAll={() => onSearch(0)} />
    </Page>
  );
}

function OddsFilter({ minOdds, onSearch }: TipsterListPageProps) {
  const { t } = useLingui();
  return (
    <form
      role="search"
      className="mb-4 flex max-w-120 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(Number(new FormData(event.currentTarget).get('minOdds')));
      }}
    >
      <select
        key={minOdds}
        name="minOdds"
        aria-label={t`Min odds`}
        defaultValue={minOdds}
        className={control}
      >
        <option value="0">{t`Filter by Odds`}</option>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((odds) => (
          <option key={odds} value={odds}>
            {odds}
          </option>
        ))}
      </select>
      <Button type="submit" look="act">
        <Trans>Search</Trans>
      </Button>
    </form>
  );
}

function Found({ minOdds, onShowAll }: { minOdds: number; onShowAll: () => void }) {
  const tipsters = useTipsters(minOdds);
  const { state, retry } = useRefresh({ what: 'tipsters', category: minOdds });

  if (state === 'failed' && tipsters === undefined) {
    return (
      <Failed onRetry={retry}>
        <Trans>The tipsters could not be fetched.</Trans>
      </Failed>
    );
  }
  if (tipsters === undefined || (state === 'waiting' && tipsters.length === 0)) {
    return <Loading rows={6} label={<Trans>Fetching tipsters</Trans>} />;
  }
  if (tipsters.length === 0) {
    return (
      <Empty
        act={
          minOdds > 0 && (
            <Button onClick={onShowAll}>
              <Trans>Show all</Trans>
            </Button>
          )
        }
      >
        {minOdds > 0 ? (
          <Trans>Nobody's average odds reach {minOdds}.</Trans>
        ) : (
          <Trans>No tipsters yet. Be the first.</Trans>
        )}
      </Empty>
    );
  }
  return (
    <>
      <Cards tipsters={tipsters} />
      <NextTipsters minOdds={minOdds} />
    </>
  );
}

/** As many as a browser lays out without noticing stand in a grid; a longer list is drawn in part. */
const few = 30;

function Cards({ tipsters }: { tipsters: readonly Tipster[] }) {
  const { t } = useLingui();
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
  const next = useNextTipsters(minOdds);
  const more = useMore();
  if (typeof next !== 'string') return undefined;
  return (
    <LoadMore
      state={more.state}
      onLoad={() => more.load({ what: 'tipsters', category: minOdds, before: next })}
    >
      <Trans>Load more tipsters</Trans>
    </LoadMore>
  );
}
