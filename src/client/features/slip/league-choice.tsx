import { t } from '@lingui/core/macro';
import { useHasSeparateLeagues } from '#client/data/fixtures.ts';
import { favourites as storedFavourites } from '#client/session/preferences.ts';
import { useObservable } from '#client/use-observable.ts';
import { Chips, RadioChip } from '#client/ui/chip.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { countText } from '#client/ui/formats.ts';
import { Flag } from '#client/ui/member/flag.tsx';
import { Radio } from '#client/ui/radio.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import type { Fixture, League } from '#contract/fixtures/fixtures.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';

type LeagueChoiceProps = {
  leagues: readonly League[];
  /** All listed games, which are counted per league. */
  fixtures: readonly Pick<Fixture, 'sportKey'>[];
  /** The key of the chosen league; '' for all leagues. */
  league: string;
  onLeague: (key: string) => void;
};

/** Chips to choose all leagues or one; a column with counts on a desktop. */
export function LeagueChoice({ leagues, fixtures, league, onLeague }: LeagueChoiceProps) {
  const desktop = useIsDesktop();
  const favourites = useObservable(storedFavourites);
  const apart = useHasSeparateLeagues();
  // If leagues are fetched one by one, the games of a league are unknown until it is chosen.
  const played = leagues.filter(({ key }) => apart || countFixtures(fixtures, key) > 0);
  const isStarred = ({ key }: League) => favourites.includes(key);
  const inOrder = [...played.filter(isStarred), ...played.filter((one) => !isStarred(one))];
  const choices = [
    { key: '', title: desktop ? t`All leagues` : t`All`, flag: undefined },
    ...inOrder.map(({ key, title }) => ({ key, ...toLeagueLabel(key, title) })),
  ];
  const choice = (key: string) => ({
    name: 'league',
    value: key,
    checked: key === league,
    onChoose: () => onLeague(key),
  });
  if (desktop) {
    return (
      <div role="radiogroup" aria-label={t`Leagues`} className="sticky top-20 grid gap-1">
        {choices.map(({ key, title, flag }) => (
          <Radio
            key={key}
            {...choice(key)}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm border border-transparent px-3 text-start text-sm font-medium hover:bg-sunk has-checked:bg-pill has-checked:text-on-pill has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink forced-colors:has-checked:underline"
          >
            <Flag code={flag} />
            <bdi className="min-w-0 flex-1">{title}</bdi>
            <span className={joinClasses('figure text-xs', key !== league && 'text-dim')}>
              {countFixtures(fixtures, key) > 0 && countText(countFixtures(fixtures, key))}
            </span>
          </Radio>
        ))}
      </div>
    );
  }
  return (
    <div className="sticky top-[calc(--spacing(14)+env(safe-area-inset-top))] z-10 has-focus-visible:top-[calc(--spacing(14)+env(safe-area-inset-top)+var(--message-room))] -mx-4 bg-ground">
      <Chips label={t`Leagues`} role="radiogroup">
        {choices.map(({ key, title, flag }) => (
          <RadioChip key={key} {...choice(key)}>
            <Flag code={flag} />
            <bdi>{title}</bdi>
          </RadioChip>
        ))}
      </Chips>
    </div>
  );
}

function countFixtures(fixtures: readonly Pick<Fixture, 'sportKey'>[], league: string): number {
  if (league === '') return fixtures.length;
  return fixtures.filter(({ sportKey }) => sportKey === league).length;
}
