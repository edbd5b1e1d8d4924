import { useLingui } from '@lingui/react/macro';
import type { League } from '#contract/fixtures.ts';
import { classes } from '#client/ui/classes.ts';

type LeaguePickerProps = {
  leagues: readonly League[];
  league: string;
  onLeague: (key: string) => void;
};

/** The leagues: tabs that slide sideways on a phone, a column on a desktop. */
export function LeaguePicker({ leagues, league, onLeague }: LeaguePickerProps) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Leagues`}
      className="sticky top-[calc(56px+env(safe-area-inset-top))] z-10 -mx-4 overflow-x-auto border-b-[1.5px] border-line bg-ground px-4 [scrollbar-width:none] lg:top-20 lg:mx-0 lg:border-0 lg:px-0"
    >
      <ul className="flex gap-5 lg:flex-col lg:gap-1">
        {leagues.map(({ key, title }) => (
          <li key={key} className="shrink-0">
            <button
              type="button"
              aria-current={key === league || undefined}
              onClick={(event) => {
                onLeague(key);
                event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
              }}
              className={classes(
                'min-h-11 min-w-11 border-b-[3px] text-start font-semibold whitespace-nowrap lg:w-full lg:border-s-[3px] lg:border-b-0 lg:ps-3 lg:whitespace-normal',
                key === league ? 'border-flag text-ink' : 'border-transparent text-dim',
              )}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
