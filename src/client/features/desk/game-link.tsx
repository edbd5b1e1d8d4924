import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { Icon } from '#client/ui/icon.tsx';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { gameName } from '#domain/fixture.ts';
import { fixtureStatusText } from '#client/ui/fixture/fixture-status-text.ts';
import { scoreText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';

type GameLinkProps = {
  fixture: Pick<Fixture, 'id' | 'home' | 'away' | 'status' | 'score'>;
  /** Facts about the game, below its name. */
  children: ReactNode;
};

/** A link from a game to the correction of its result and tickets. */
export function GameLink({ fixture, children }: GameLinkProps) {
  return (
    <Link
      to="/admin/corrections"
      search={{ fixture: fixture.id }}
      className="card-border flex min-h-14 items-center gap-4 rounded-md bg-card px-4 py-2.5 hover:border-dim"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-narrow text-md font-bold">
          <GameScore fixture={fixture} />
        </span>
        <span className="text-sm text-dim">{children}</span>
      </span>
      <Icon name="next" />
    </Link>
  );
}

type GameFactsProps = Pick<Fixture, 'kickOff' | 'sportKey'> & { moment: string };

/** The time of a game and its league; `moment` is the text for the time. */
export function GameFacts({ kickOff, sportKey, moment }: GameFactsProps) {
  const league = toLeagueLabel(sportKey).title;
  return (
    <>
      <time dateTime={kickOff}>{moment}</time>
      {league !== '' && (
        <>
          {' · '}
          <bdi>{league}</bdi>
        </>
      )}
    </>
  );
}

type GameScoreProps = { fixture: Pick<Fixture, 'home' | 'away' | 'status' | 'score'> };

/** "Arsenal – Chelsea 0–0", or the status of a game without a score. */
export function GameScore({ fixture }: GameScoreProps) {
  const { home, away, score, status } = fixture;
  const word = status === 'played' ? '' : fixtureStatusText(status);
  return (
    <>
      <GameName game={gameName(home, away)} />
      {score && (
        <span className="figure whitespace-nowrap">
          {' '}
          {scoreText({ home: score.fullTime[0], away: score.fullTime[1] })}
        </span>
      )}
      {word !== '' && ` ${word}`}
    </>
  );
}
