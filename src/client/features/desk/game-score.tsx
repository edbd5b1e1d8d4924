import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { gameName } from '#domain/fixture.ts';
import { fixtureStatusWords } from '#client/ui/fixture/status-words.ts';
import { scoreText } from '#client/ui/formats.ts';
import { GameName } from '#client/ui/text.tsx';

type GameScoreProps = { fixture: Pick<Fixture, 'home' | 'away' | 'status' | 'score'> };

/** "Arsenal – Chelsea 0–0", or the status of a game without a score. */
export function GameScore({ fixture }: GameScoreProps) {
  const { home, away, score, status } = fixture;
  const word = status === 'played' ? '' : fixtureStatusWords(status);
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
