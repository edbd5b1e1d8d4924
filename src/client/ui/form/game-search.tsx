import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { joinClasses, controlClasses } from '../classes.ts';
import { Icon } from '../icon.tsx';

type GameSearchProps = {
  ref?: Ref<HTMLInputElement>;
  search: string;
  onSearch: (search: string) => void;
  className: string;
};

/** A search field for games by team or league; filters while the person types. */
export function GameSearch({ ref, search, onSearch, className }: GameSearchProps) {
  const { t } = useLingui();
  return (
    <div className={joinClasses('relative', className)}>
      <Icon name="search" className="absolute start-3 top-1/2 size-5 -translate-y-1/2 text-dim" />
      <input
        ref={ref}
        type="search"
        dir="auto"
        aria-label={t`Team or league`}
        aria-keyshortcuts="/"
        placeholder={t`Team or league`}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        // Padding on both ends, because Latin text starts at the left in every language.
        className={`${controlClasses} rounded-full! px-10! text-ellipsis`}
      />
    </div>
  );
}
