import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRefresh } from '../../data/use-refresh.ts';
import { useTipsters } from '../../data/use-tipsters.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { control } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { TipsterCard } from './tipster-card.tsx';

export function TipsterListPage() {
  const { t } = useLingui();
  const [minOdds, setMinOdds] = useState(0);
  return (
    <Page title={t`Tipsters`} wide>
      <OddsFilter onSearch={setMinOdds} />
      <Found minOdds={minOdds} onShowAll={() => setMinOdds(0)} />
    </Page>
  );
}

function OddsFilter({ onSearch }: { onSearch: (minOdds: number) => void }) {
  const { t } = useLingui();
  return (
    <div role="search">
      <form
        className="mb-4 flex max-w-120 gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(Number(new FormData(event.currentTarget).get('minOdds')));
        }}
      >
        <select name="minOdds" aria-label={t`Min odds`} className={control}>
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
    </div>
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
    return <Loading rows={6} label={<Trans>Fetching Tipsters</Trans>} />;
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
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3">
      {tipsters.map((tipster) => (
        <li key={tipster.id}>
          <TipsterCard tipster={tipster} />
        </li>
      ))}
    </ul>
  );
}
