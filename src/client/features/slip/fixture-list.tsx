import { fixtureStatusText } from '#client/ui/fixture/fixture-status-text.ts';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { memo, useMemo } from 'react';
import { teamShortName } from '#client/clubs.ts';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useOddsAtPosting } from '#client/data/estimates.ts';
import type { Slip } from '#client/data/tips/slip.ts';
import { favourites as storedFavourites } from '#client/session/preferences.ts';
import { useObservable } from '#client/use-observable.ts';
import { Card, CardHeading } from '#client/ui/card.tsx';
import { Chips, RadioChip } from '#client/ui/chip.tsx';
import { FixtureCard, FixtureRow } from '#client/ui/fixture/fixture-row.tsx';
import { DayHeading, GroupHeader, LeagueHeader } from '#client/ui/fixture/game-headings.tsx';
import { countText, momentText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { LoadMore } from '#client/ui/list/windowed-list.tsx';
import { EmptyState, Skeleton } from '#client/ui/notice.tsx';
import { HeadingLevel } from '#client/ui/page.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { translateOption } from '#client/ui/tip/option-words.ts';
import type { Fixture, League } from '#contract/fixtures/fixtures.ts';
import {
  bettingOptions,
  oddNameOf,
  findOptionById,
  type BettingOption,
} from '#domain/catalogue.ts';
import { hasFixtureStarted, pairsToScore } from '#domain/fixture.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import { canBePicked } from './fixture-status.tsx';
import {
  toDateKey,
  groupGamesByDay,
  limitGameDays,
  filterListedGames,
  type GameDay,
} from './game-days.ts';
import { SignButton } from './options.tsx';

type FixtureListProps = GameHandlers & {
  fixtures: readonly Fixture[];
  leagues: readonly League[];
  search: string;
  slip: Slip;
};

/** The number of games shown at first; a button shows more. */
const initialGameCount = 60;

/** The games by day and league, each with three price buttons. */
export function FixtureList({ fixtures, leagues, search, slip, ...handlers }: FixtureListProps) {
  const now = useServerNow(20_000);
  const favourites = useObservable(storedFavourites);
  const [maxShown, setMaxShown] = useHistoryEntryState('games', () => initialGameCount);
  const [until, setUntil] = useHistoryEntryState('games until', () => '');
  const days = useMemo(() => {
    const filter = { leagues, favourites, search, now };
    return groupGamesByDay(filterListedGames(fixtures, filter), filter);
  }, [fixtures, leagues, favourites, search, now]);
  const [chosenDay, setChosenDay] = useHistoryEntryState('day', () => '');
  const desktop = useIsDesktop();
  const day = desktop ? days.find((one) => toDateKey(one) === chosenDay) : undefined;
  const chosen = new Map(slip.map(({ fixtureId, oddsId }) => [fixtureId, oddsId]));
  // A picked game must stay listed, even if games of other leagues precede it or its pick is
  // removed later.
  const picked = fixtures.findLast(({ id }) => chosen.has(id))?.kickOff ?? '';
  if (picked > until) setUntil(picked);
  if (days.length === 0) return <NoGames search={search} />;
  const shown = day ? [day] : limitGameDays(days, maxShown, until);
  return (
    <>
      {desktop && <DayChips days={days} day={day} onDay={setChosenDay} />}
      {shown.map((day) => (
        <GameDaySection key={day.day} day={day} now={now} chosen={chosen} {...handlers} />
      ))}
      <LoadMore
        hasMore={!day && shown.length < days.length}
        onLoad={() => setMaxShown(maxShown + initialGameCount)}
      >
        {t`More games`}
      </LoadMore>
    </>
  );
}

/** The maximum number of days that fit in a row above the games. */
const maxDayChips = 3;

type DayChipsProps = {
  days: readonly GameDay[];
  day: GameDay | undefined;
  onDay: (date: string) => void;
};

/** Chips for all days or one of the next days; hidden on small screens. */
function DayChips({ days, day: chosen, onDay }: DayChipsProps) {
  const next = days.slice(0, maxDayChips);
  const shown = chosen && !next.includes(chosen) ? [...next, chosen] : next;
  return (
    <Chips label={t`Days`} role="radiogroup">
      <RadioChip name="day" value="" checked={!chosen} onChoose={() => onDay('')}>
        {t`All days`}
      </RadioChip>
      {shown.map((day) => (
        <RadioChip
          key={toDateKey(day)}
          name="day"
          value={toDateKey(day)}
          checked={day === chosen}
          onChoose={() => onDay(toDateKey(day))}
        >
          {day.day} <span className="figure">{countText(day.count)}</span>
        </RadioChip>
      ))}
    </Chips>
  );
}

function NoGames({ search }: { search: string }) {
  return (
    <EmptyState>
      {search === ''
        ? t`No games in this league for the next three weeks. Try another league.`
        : t`No game matches. Try another team or league.`}
    </EmptyState>
  );
}

type GameDaySectionProps = GameHandlers & {
  day: GameDay;
  now: Date;
  chosen: ReadonlyMap<string, number>;
};

function GameDaySection({ day: played, now, chosen, ...handlers }: GameDaySectionProps) {
  const { day, at, groups, started } = played;
  const row = (fixture: Fixture) => (
    <GameRow
      key={fixture.id}
      fixture={fixture}
      chosen={chosen.get(fixture.id)}
      now={now}
      {...handlers}
    />
  );
  return (
    <section aria-label={day}>
      <DayHeading
        day={day}
        note={
          <>
            {momentText(at, 'day') !== day && `${momentText(at, 'day')} · `}
            <Plural value={played.count} one="# game" other="# games" />
          </>
        }
      />
      <FixtureCard>
        <HeadingLevel value="h3">
          {groups.map(({ league, games }) => (
            <div key={league?.key ?? ''} className="border-line not-first:border-t">
              {league ? (
                <LeagueHeader sportKey={league.key} title={league.title} columns={rowSigns} />
              ) : (
                <GroupHeader columns={rowSigns}>
                  <Icon name="star" className="size-4" />
                  <CardHeading>{t`Favourites`}</CardHeading>
                </GroupHeader>
              )}
              <ul>{games.map(row)}</ul>
            </div>
          ))}
          {started.length > 0 && (
            <div className="border-line not-first:border-t">
              <GroupHeader>
                <CardHeading>{t`Kicked off`}</CardHeading>
              </GroupHeader>
              <ul>{started.map(row)}</ul>
            </div>
          )}
        </HeadingLevel>
      </FixtureCard>
    </section>
  );
}

const rowOptions = bettingOptions.filter(({ oddsGroup }) => oddsGroup === '1X2');
const rowSigns = rowOptions.map(({ oddsName }) => oddsName);
const furtherOptionCount = bettingOptions.length - rowOptions.length;

/** Handlers of a game; they must be stable, so that only the tapped game renders again. */
type GameHandlers = {
  /** Resolves to true if the slip has changed. */
  onPick: (fixture: Fixture, option: BettingOption, chosen: number | undefined) => Promise<boolean>;
  onMore: (fixture: Fixture) => void;
};

type GameRowProps = GameHandlers & { fixture: Fixture; chosen: number | undefined; now: Date };

/** A game with its 1, X and 2; a tap on the clubs opens the other options. */
const GameRow = memo(function GameRow({ fixture, chosen, now, onPick, onMore }: GameRowProps) {
  const { home, away, kickOff } = fixture;
  const open = canBePicked(fixture, now);
  const started = hasFixtureStarted(fixture, now);
  const behind = useHiddenPick(fixture, chosen);
  const pick = async (option: BettingOption, button: HTMLElement) => {
    const row = button.closest('li');
    const changed = await onPick(fixture, option, chosen);
    scrollAboveBar(row, changed ? 'nearest' : 'center');
  };
  return (
    <li
      data-game={open || undefined}
      tabIndex={-1}
      className="scroll-mt-28 scroll-mb-36 border-line not-first:border-t focus-visible:-outline-offset-2 lg:scroll-mb-4"
    >
      <FixtureRow
        id={fixture.id}
        home={home}
        away={away}
        kickOff={kickOff}
        now={now}
        further={furtherOptionCount}
        started={started ? toStartedState(fixture) : undefined}
        statusWords={open || started ? undefined : fixtureStatusText(fixture.status)}
        onOpen={open ? () => onMore(fixture) : undefined}
        also={behind}
      >
        {!started &&
          rowOptions.map((option) => (
            <SignButton
              key={option.oddsId}
              option={option}
              fixture={fixture}
              chosen={chosen}
              onPick={pick}
            />
          ))}
      </FixtureRow>
    </li>
  );
});

function toStartedState({ score, status }: Fixture) {
  return { score: score && pairsToScore(score).fullTime, over: status === 'played' };
}

/** Reads the pick on a game if it is none of 1, X and 2, which have their own buttons. */
function useHiddenPick(fixture: Fixture, chosen: number | undefined) {
  const option = chosen === undefined ? undefined : findOptionById(chosen);
  const isBehind = option !== undefined && !rowOptions.includes(option);
  const oddsIn = useOddsAtPosting(isBehind ? [fixture] : []);
  if (!isBehind) return undefined;
  const words = translateOption(oddNameOf(option), fixture, teamShortName);
  return { words, quote: quoteOf(oddsIn(fixture, option.oddsId)) };
}

/** The placeholder of the games: a heading, a league and its rows, with their final heights. */
export function GamesSkeleton() {
  return (
    <div role="status">
      <div className="hidden h-12 lg:block" />
      <p className="px-5 pt-2.5 pb-1.5 text-md text-dim">
        <Trans>Fetching games</Trans>
      </p>
      <Card aria-hidden="true" className="divide-y divide-line">
        <div className="flex min-h-8 items-center px-3">
          <Skeleton className="h-3.5 w-20 rounded-tag" />
        </div>
        {Array.from({ length: 10 }, (_, row) => (
          <div key={row} className="flex min-h-[54px] items-center gap-1 ps-3 pe-2">
            <Skeleton className="me-3 h-4 w-9 rounded-tag" />
            <Skeleton className="me-2 h-9 min-w-0 flex-1 rounded-tag" />
            <Skeleton className="h-11 w-[9.875rem] rounded-key" />
          </div>
        ))}
      </Card>
    </div>
  );
}

/** Scrolls the tapped game above the slip's bar and messages, which appear at the lower edge. */
function scrollAboveBar(row: Element | null, block: 'nearest' | 'center'): void {
  if (row === null || row.getBoundingClientRect().bottom < innerHeight - bottomBarHeights[block])
    return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollIntoView({ block, behavior: still ? 'instant' : 'smooth' });
}

/** The height of navigation and slip bar, without and with a message above them, in pixels. */
const bottomBarHeights = { nearest: 150, center: 240 } as const;
