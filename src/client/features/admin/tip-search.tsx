import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { TipState } from '#contract/tips.ts';
import { Button } from '#client/ui/button.tsx';
import { control } from '#client/ui/classes.ts';
import type { AdminSearch } from './admin-search.ts';

type TipSearchProps = {
  search: AdminSearch;
  onSearch: (change: Pick<AdminSearch, 'state' | 'search'>) => void;
};

/** Finds a tip by its tipster, a game or its id, among all or in one state. */
export function TipSearch({ search, onSearch }: TipSearchProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState(search.search ?? '');
  const [searched, setSearched] = useState(search.search);
  // Back leads to what was searched before, and the field says so.
  if (searched !== search.search) {
    setSearched(search.search);
    setText(search.search ?? '');
  }
  const words: Record<(typeof TipState.options)[number], string> = {
    all: t`All tickets`,
    unpriced: t`Waiting for odds`,
    undecided: t`Waiting for results`,
    decided: t`Ready to confirm`,
    treated: t`Treated`,
  };
  return (
    <form
      role="search"
      className="mb-4 grid gap-2 md:grid-cols-[minmax(0,1fr)_13rem_auto] md:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ state: search.state, search: text.trim() || undefined });
      }}
    >
      <div className="grid gap-1">
        <label htmlFor={`${id}-text`} className="text-sm font-semibold">
          <Trans>Search Ticket</Trans>
        </label>
        <input
          id={`${id}-text`}
          type="search"
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
          className={control}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-state`} className="text-sm font-semibold">
          <Trans>Show</Trans>
        </label>
        <select
          id={`${id}-state`}
          value={search.state ?? 'all'}
          onChange={({ target }) => {
            const state = TipState.options.find((state) => state === target.value);
            onSearch({ state: state === 'all' ? undefined : state, search: text || undefined });
          }}
          className={control}
        >
          {TipState.options.map((state) => (
            <option key={state} value={state}>
              {words[state]}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit">
        <Trans>Search</Trans>
      </Button>
    </form>
  );
}
