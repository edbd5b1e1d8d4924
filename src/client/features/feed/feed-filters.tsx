import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { control } from '#client/ui/classes.ts';
import { countText } from '#client/ui/formats.ts';
import { useDesktop } from '#client/ui/use-desktop.ts';
import { filtersIn, readFeedSearch, type FeedSearch } from './feed-search.ts';

type FeedFiltersProps = {
  search: FeedSearch;
  onSearch: (search: FeedSearch) => void;
  onShowAll: () => void;
};

/** Finds tips by who posted them, their odds, their tipster's stars, and whether they are open. */
export function FeedFilters({ search, onSearch, onShowAll }: FeedFiltersProps) {
  const asked = search.search ?? '';
  const [text, setText] = useState(asked);
  const [seen, setSeen] = useState(asked);
  // The way back, or a link to all tips, changes what is asked for without this form.
  if (asked !== seen) {
    setSeen(asked);
    setText(asked);
  }
  const id = useId();
  const desktop = useDesktop();
  const { search: _, ...others } = search;
  const [unfolded, setUnfolded] = useState(filtersIn(others) > 0);
  const change = (changed: FeedSearch) =>
    onSearch(readFeedSearch({ ...search, search: text, ...changed }));
  const choices = <Choices search={search} onChange={change} />;
  return (
    <form
      role="search"
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change({});
      }}
    >
      <label htmlFor={id} className="text-sm font-semibold">
        {t`Search Tipster`}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="search"
          dir="auto"
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t`Name`}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={control}
        />
        <Button type="submit">{t`Search`}</Button>
      </div>
      {desktop ? (
        choices
      ) : (
        <details open={unfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
          <summary className="inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4">
            {filtersIn(others) === 0 ? (
              t`Filters`
            ) : (
              <Plural value={filtersIn(others)} one="# filter" other="# filters" />
            )}
          </summary>
          {choices}
        </details>
      )}
      {filtersIn(search) > 0 && (
        <Button
          look="quiet"
          className="-ms-4 justify-self-start"
          onClick={() => {
            setText('');
            onShowAll();
          }}
        >
          {t`Show all tips`}
        </Button>
      )}
    </form>
  );
}

type ChoicesProps = { search: FeedSearch; onChange: (changed: FeedSearch) => void };

function Choices({ search, onChange }: ChoicesProps) {
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-semibold">
          {t`Min odds`}
        </label>
        <select
          id={id}
          value={search.minOdds ?? 0}
          onChange={({ target }) => onChange({ minOdds: Number(target.value) })}
          className={control}
        >
          <option value={0}>{t`Any odds`}</option>
          {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((odds) => (
            <option key={odds} value={odds}>
              {countText(odds)}
            </option>
          ))}
        </select>
      </div>
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

type StarChoiceProps = { stars: number; onChoose: (stars: number) => void };

/** At least so many stars; one of these is always set, so arrows move between them. */
function StarChoice({ stars, onChoose }: StarChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t`Stars of the tipster`}</legend>
      <div className="edge grid grid-cols-[repeat(auto-fit,minmax(3rem,1fr))] overflow-hidden rounded-sm bg-card">
        {[0, 1, 2, 3, 4, 5].map((least) => (
          <label
            key={least}
            className="flex min-h-11 cursor-pointer items-center justify-center border-dim font-narrow font-bold not-first:border-s-[1.5px] hover:bg-sunk has-checked:bg-flag has-checked:text-on-flag has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-ink forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={least}
              checked={stars === least}
              onChange={() => onChoose(least)}
              aria-label={nameOf(least)}
              className="sr-only"
            />
            <span aria-hidden="true">{least === 0 ? t`Any` : `${countText(least)} ★`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );

  function nameOf(least: number): string {
    if (least === 0) return t`Any number of stars`;
    if (least === 5) return t`5 stars`;
    return plural(least, { one: '# star or more', other: '# stars or more' });
  }
}
