import { plural, t } from '@lingui/core/macro';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { LabelledControl, MinOddsSelect, useTypedFilter } from '#client/ui/form/filter.tsx';
import { countText } from '#client/ui/formats.ts';
import { Radio } from '#client/ui/radio.tsx';
import { countFeedFilters, parseFeedSearch, type FeedSearch } from './feed-search.ts';

type FeedFiltersProps = {
  search: FeedSearch;
  onSearch: (search: FeedSearch) => void;
  onShowAll: () => void;
  /** True if the name field gets the focus, because the filters were opened for a name search. */
  nameFirst?: boolean;
  /** Called after a search for a name, to close the filters and show the results. */
  onSearched: () => void;
};

/** The filters of the feed: tipster, minimum odds, the tipster's stars, open tips only. */
export function FeedFilters(props: FeedFiltersProps) {
  const { search, onSearch, onShowAll, nameFirst = false, onSearched } = props;
  const [text, setText] = useTypedFilter(search.search ?? '');
  const change = (changed: FeedSearch) =>
    onSearch(parseFeedSearch({ ...search, search: text, ...changed }));
  const showAll = () => {
    setText('');
    onShowAll();
  };
  return (
    <form
      role="search"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        change({});
        onSearched();
      }}
    >
      <NameField text={text} onText={setText} first={nameFirst} />
      <ChoiceFields search={search} onChange={change} />
      {countFeedFilters(search) > 0 && (
        <Button look="quiet" className="-ms-4 justify-self-start" onClick={showAll}>
          {t`Show all tips`}
        </Button>
      )}
    </form>
  );
}

type NameFieldProps = { text: string; onText: (text: string) => void; first: boolean };

function NameField({ text, onText, first }: NameFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-sm font-semibold">
        {t`Search Tipster`}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="search"
          data-first-focus={first || undefined}
          dir="auto"
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t`Name`}
          value={text}
          onChange={({ target }) => onText(target.value)}
          className={joinClasses(controlClasses, 'min-w-0 flex-[1_1_8rem]')}
        />
        <Button type="submit">{t`Search`}</Button>
      </div>
    </>
  );
}

type ChoicesProps = { search: FeedSearch; onChange: (changed: FeedSearch) => void };

function ChoiceFields({ search, onChange }: ChoicesProps) {
  return (
    <div className="grid gap-3">
      <LabelledControl label={t`Min odds`}>
        {(id) => (
          <MinOddsSelect
            id={id}
            any={t`Any odds`}
            value={search.minOdds ?? 0}
            onChange={(minOdds) => onChange({ minOdds })}
          />
        )}
      </LabelledControl>
      <StarChoice stars={search.stars ?? 0} onChoose={(stars) => onChange({ stars })} />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={search.open ?? false}
          onChange={({ target }) => onChange({ open: target.checked })}
          className="size-6 shrink-0 accent-ink"
        />
        {t`Not started yet`}
      </label>
    </div>
  );
}

/** Radio buttons for the minimum number of stars. */
function StarChoice({ stars, onChoose }: { stars: number; onChoose: (stars: number) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t`Stars of the tipster`}</legend>
      <div className="control-border grid grid-cols-[repeat(auto-fit,minmax(3rem,1fr))] overflow-hidden rounded-sm bg-card">
        {[0, 1, 2, 3, 4, 5].map((minimum) => (
          <Radio
            key={minimum}
            name={name}
            value={minimum}
            checked={stars === minimum}
            onChoose={() => onChoose(minimum)}
            aria-label={starsText(minimum)}
            className="flex min-h-11 cursor-pointer items-center justify-center border-dim font-narrow font-bold -ms-[1.5px] -mt-[1.5px] border-s-[1.5px] border-t-[1.5px] hover:bg-sunk has-checked:bg-pill has-checked:text-on-pill has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-ink forced-colors:has-checked:outline-2"
          >
            <span aria-hidden="true">{minimum === 0 ? t`Any` : `${countText(minimum)} ★`}</span>
          </Radio>
        ))}
      </div>
    </fieldset>
  );
}

function starsText(minimum: number): string {
  if (minimum === 0) return t`Any number of stars`;
  if (minimum === 5) return t`5 stars`;
  return plural(minimum, { one: '# star or more', other: '# stars or more' });
}
