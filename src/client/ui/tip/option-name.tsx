import { shortName } from '#client/clubs.ts';
import { legWords } from './option-words.ts';

/** What was picked, in plain words with the bookmaker's code small beside them. */
export function OptionName(leg: { game: string; oddName: string }) {
  const { words, code } = legWords(leg, shortName);
  return (
    <>
      {words}
      {code !== '' && (
        <>
          {' '}
          <bdi className="text-xs text-dim">{code}</bdi>
        </>
      )}
    </>
  );
}
