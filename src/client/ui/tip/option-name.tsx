import { teamsOf } from '#domain/fixture.ts';
import { oddNameWords, optionWords } from './option-words.ts';

/** What was picked, in plain words with the bookmaker's code small beside them. */
export function OptionName({ game, oddName }: { game: string; oddName: string }) {
  const teams = teamsOf(game);
  if (!teams) return <bdi>{oddNameWords(oddName)}</bdi>;
  const { words, code } = optionWords(oddName, teams);
  return (
    <>
      <bdi>{words}</bdi>
      {code !== '' && (
        <>
          {' '}
          <bdi className="text-xs text-dim">{code}</bdi>
        </>
      )}
    </>
  );
}
