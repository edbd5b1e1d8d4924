import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useLeagueTitles } from '#client/data/fixtures.ts';
import { Button } from '#client/ui/button.tsx';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { shortMonthName } from '#client/ui/formats.ts';
import { translateOddsGroup } from '#client/ui/tip/option-words.ts';
import { parseProfileSearch, type ProfileSearch } from '#contract/site/pages.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';

type TipFiltersProps = { tipsterId: string; search: ProfileSearch; state: 'settled' | 'open' };

export function hasTipFilter({ league, option, played, figure }: ProfileSearch): boolean {
  return [league, option, played, figure].some((value) => value !== undefined);
}

/** Filters for tips by league, market and month; the choices come from the record. */
export function TipFilters({ tipsterId, search, state }: TipFiltersProps) {
  const record = useStoredDocument(collections.record, tipsterId)?.value;
  const titles = useLeagueTitles();
  const navigate = useNavigate();
  const change = (changed: { [Name in keyof ProfileSearch]?: string | undefined }) =>
    void navigate({
      to: '/tipster/profile/$id',
      params: { id: tipsterId },
      search: parseProfileSearch({ ...search, tips: state, ...changed }),
      replace: true,
      resetScroll: false,
    });
  if (!record) return undefined;
  const leagueTitle = (key: string) => toLeagueLabel(key, titles?.get(key)).title || key;
  return (
    <div className="mb-3 grid gap-1">
      <div className="-mx-2 flex flex-wrap gap-1.5 lg:mx-0">
        <FilterSelect
          label={t`League`}
          any={t`All leagues`}
          values={record.byLeague.map(({ sportKey }) => sportKey)}
          words={leagueTitle}
          chosen={search.league}
          onChoose={(league) => change({ league })}
        />
        <FilterSelect
          label={t`Market`}
          any={t`All markets`}
          values={record.byGroup.map(({ group }) => group)}
          words={translateOddsGroup}
          chosen={search.option}
          onChoose={(option) => change({ option })}
        />
        <FilterSelect
          label={t`Month`}
          any={t`All months`}
          values={record.months.map(({ month }) => month).toReversed()}
          words={shortMonthName}
          chosen={search.played}
          onChoose={(played) => change({ played, figure: undefined })}
        />
      </div>
      {hasTipFilter(search) && <FilterNote search={search} onShowAll={() => change(noFilters)} />}
    </div>
  );
}

const noFilters = {
  league: undefined,
  option: undefined,
  played: undefined,
  figure: undefined,
};

function FilterNote({ search, onShowAll }: { search: ProfileSearch; onShowAll: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-dim">
      <p role="status" className="min-w-0 flex-1 basis-40">
        {search.figure === 'in-time' && t`Only tips that arrived before kick-off`}
        {search.figure === 'settled' && t`Only won and lost tips`}
      </p>
      <Button look="quiet" className="-me-3 text-sm" onClick={onShowAll}>
        {t`Show all tips`}
      </Button>
    </div>
  );
}

type FilterSelectProps = {
  label: string;
  /** The label of the choice without a filter. */
  any: string;
  values: readonly string[];
  words: (value: string) => string;
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
};

function FilterSelect({ label, any, values, words, chosen, onChoose }: FilterSelectProps) {
  // The URL may contain a value that the record does not have.
  const added = chosen === undefined || values.includes(chosen) ? [] : [chosen];
  return (
    <select
      aria-label={label}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value || undefined)}
      className={joinClasses(controlClasses, 'w-auto! min-w-0 flex-1 basis-28 px-2! text-sm!')}
    >
      <option value="">{any}</option>
      {[...added, ...values].map((value) => (
        <option key={value} value={value}>
          {words(value)}
        </option>
      ))}
    </select>
  );
}
