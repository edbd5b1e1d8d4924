import { t } from '@lingui/core/macro';
import { memo, useMemo, type ReactNode } from 'react';
import { useServerNow } from '#client/data/device/server-time.ts';
import { classes } from '#client/ui/classes.ts';
import { countText, dayText, shortTime } from '#client/ui/formats.ts';
import { Tick } from '#client/ui/icon.tsx';
import { Empty } from '#client/ui/notice.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { answerWords, groupWords } from '#client/ui/tip/option-words.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { catalogue, optionWithId, type Option } from '#domain/catalogue.ts';
import type { Slip } from '#domain/slip.ts';
import { FixtureStanding, isListed, isOpen } from './fixture-standing.tsx';
import { gameWords, keyChosen, keyFree, keyShape, OptionButton } from './options.tsx';

type FixtureListProps = FixtureActs & { fixtures: readonly Fixture[]; slip: Slip };

/** The games of a league, day by day; each is a row of keys. */
export function FixtureList({ fixtures, slip, ...acts }: FixtureListProps) {
  const now = useServerNow(20_000);
  const days = useMemo(
    () =>
      daysOf(
        fixtures.filter((fixture) => isListed(fixture, now)),
        now,
      ),
    [fixtures, now],
  );
  if (days.length === 0) {
    return (
      <Empty>{t`No games in this league for the next three weeks. Try another league.`}</Empty>
    );
  }
  const chosen = new Map(slip.map(({ fixtureId, oddsId }) => [fixtureId, oddsId]));
  return (
    <div className="grid grid-cols-1 gap-5">
      {days.map(([day, games]) => (
        <Day key={day} day={day}>
          {games.map((fixture) => (
            <FixtureRow
              key={fixture.id}
              fixture={fixture}
              chosen={chosen.get(fixture.id)}
              now={now}
              {...acts}
            />
          ))}
        </Day>
      ))}
    </div>
  );
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  return (
    <section aria-label={day}>
      <h2 className="mb-2 text-base text-dim">{day}</h2>
      <ul className="grid grid-cols-1 gap-3 md:max-lg:grid-cols-2">{children}</ul>
    </section>
  );
}

/** Fixtures under the day they are played on where the reader is; they come in order of kick-off. */
function daysOf(fixtures: readonly Fixture[], now: Date): [day: string, fixtures: Fixture[]][] {
  const days = new Map<string, Fixture[]>();
  for (const fixture of fixtures) {
    const day = dayText(fixture.kickOff, now);
    const sameDay = days.get(day);
    if (sameDay) sameDay.push(fixture);
    else days.set(day, [fixture]);
  }
  return [...days];
}

const inTheRow = catalogue.filter(({ oddsGroup }) => oddsGroup === '1X2');
const further = catalogue.length - inTheRow.length;

/** What a tap on a game does. Stable functions, so that only the tapped game is drawn again. */
type FixtureActs = {
  /** Answers whether the slip has changed. */
  onPick: (fixture: Fixture, option: Option, chosen: number | undefined) => Promise<boolean>;
  onMore: (fixture: Fixture) => void;
};

type FixtureRowProps = FixtureActs & { fixture: Fixture; chosen: number | undefined; now: Date };

/** A game with its kick-off, its 1, X and 2, and a button for its other options. */
const FixtureRow = memo(function FixtureRow(props: FixtureRowProps) {
  const { fixture, chosen, now, onPick, onMore } = props;
  const keys = { fixture, chosen, closed: !isOpen(fixture, now) };
  const pick = async (option: Option, button: HTMLElement) => {
    const row = button.closest('li');
    const changed = await onPick(fixture, option, chosen);
    keepInSight(row, changed ? 'nearest' : 'center');
  };
  return (
    <li className="chalk scroll-mt-12 scroll-mb-20 lg:scroll-mb-4 rounded-md bg-card px-4 pt-3 pb-4 [contain-intrinsic-size:auto_9.75rem] [content-visibility:auto]">
      <div className="flex justify-between gap-2 text-sm">
        <time dateTime={fixture.kickOff} className="figure text-dim">
          {shortTime(fixture.kickOff)}
        </time>
        <FixtureStanding {...fixture} now={now} />
      </div>
      <h3 className="mt-1.5 text-lg leading-snug">
        <bdi className="block w-fit">{fixture.home}</bdi>
        <span className="sr-only"> {t`versus`} </span>
        <bdi className="block w-fit">{fixture.away}</bdi>
      </h3>
      <div className="mt-2.5 grid grid-cols-4 gap-1.5">
        {inTheRow.map((option) => (
          <OptionButton key={option.oddsId} option={option} {...keys} onPick={pick} />
        ))}
        <MoreButton {...keys} onMore={() => onMore(fixture)} />
      </div>
    </li>
  );
});

type MoreButtonProps = {
  fixture: Fixture;
  chosen: number | undefined;
  closed: boolean;
  onMore: () => void;
};

/** Leads to all options of a game, and shows the chosen one where it is none of the row. */
function MoreButton({ fixture, chosen, closed, onMore }: MoreButtonProps) {
  const picked = chosen === undefined ? undefined : optionWithId(chosen);
  const behind = picked && !inTheRow.includes(picked) ? picked : undefined;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={moreName(gameWords(fixture), behind)}
      disabled={closed}
      onClick={onMore}
      className={classes(keyShape, 'justify-center!', behind ? keyChosen : keyFree)}
    >
      {behind ? (
        <Behind option={behind} />
      ) : (
        <Ltr className="figure font-bold text-dim">+{countText(further)}</Ltr>
      )}
    </button>
  );
}

function moreName(game: string, behind: Option | undefined): string {
  const furtherOptions = countText(further);
  if (!behind) return t`${game}, ${furtherOptions} more options`;
  const { oddsGroup, oddsName } = behind;
  return t`${game}, ${groupWords(oddsGroup)}, ${answerWords(oddsName)}, selected, all options`;
}

function Behind({ option: { oddsGroup, oddsName } }: { option: Option }) {
  return (
    <span className="min-w-0 font-narrow text-xs leading-tight">
      <span className="block truncate font-normal">{groupWords(oddsGroup)}</span>
      <span className="flex items-center gap-0.5">
        <Tick />
        <span className="truncate">{answerWords(oddsName)}</span>
      </span>
    </span>
  );
}

/**
 * The slip's bar comes up over the lower edge, and a problem's message above it: the game that was
 * just tapped moves clear of them.
 */
function keepInSight(row: Element | null, block: 'nearest' | 'center'): void {
  if (row === null || row.getBoundingClientRect().bottom < innerHeight - roomBelow[block]) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollIntoView({ block, behavior: still ? 'instant' : 'smooth' });
}

/** The height of navigation and bar, and of a message on top of them. */
const roomBelow = { nearest: 150, center: 240 } as const;
