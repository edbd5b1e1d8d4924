import { Trans } from '@lingui/react/macro';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { Slip } from '#domain/slip.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { Empty } from '#client/ui/notice.tsx';
import { zoneText } from '#client/ui/formats.ts';
import { type FixtureActs, FixtureRow } from './fixture-row.tsx';
import { isListed } from './fixture-standing.tsx';

type FixtureListProps = FixtureActs & { fixtures: readonly Fixture[]; slip: Slip };

/** The games of a league, day by day; each is a row of keys. */
export function FixtureList({ fixtures, slip, onPick, onMore }: FixtureListProps) {
  const now = useServerNow(20_000);
  const chosen = useMemo(
    () => new Map(slip.map(({ fixtureId, oddsId }) => [fixtureId, oddsId])),
    [slip],
  );
  const days = useMemo(
    () => daysOf(fixtures.filter((fixture) => isListed(fixture, now))),
    [fixtures, now],
  );
  if (days.length === 0) {
    return (
      <Empty>
        <Trans>No games in this league for the next three weeks. Try another league.</Trans>
      </Empty>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {days.map(([day, games]) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-2 flex items-baseline gap-2 text-base text-dim">
            {day}
            <span className="font-sans text-xs font-normal">{zoneOf(games)}</span>
          </h2>
          <ul className="grid grid-cols-1 gap-3 md:max-lg:grid-cols-2">
            {games.map((fixture) => (
              <FixtureRow
                key={fixture.id}
                fixture={fixture}
                chosen={chosen.get(fixture.id)}
                now={now}
                onPick={onPick}
                onMore={onMore}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function zoneOf([first]: readonly Fixture[]): string {
  return first === undefined ? '' : zoneText(first.kickOff);
}

/** Fixtures under the day they are played on where the reader is; they come in order of kick-off. */
function daysOf(fixtures: readonly Fixture[]): [day: string, fixtures: Fixture[]][] {
  const days = new Map<string, Fixture[]>();
  for (const fixture of fixtures) {
    const day = i18n.date(new Date(fixture.kickOff), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    });
    const sameDay = days.get(day);
    if (sameDay) sameDay.push(fixture);
    else days.set(day, [fixture]);
  }
  return [...days];
}
