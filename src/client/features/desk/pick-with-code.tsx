import { translatePick } from '#client/ui/tip/option-words.ts';

/** An option's text with the bookmaker's code, under which other odds lists have the option. */
export function PickWithCode({ game, oddName }: { game: string; oddName: string }) {
  const words = translatePick({ game, oddName });
  return (
    <>
      {words}
      {words !== oddName && (
        <>
          {' '}
          <bdi className="text-xs text-dim">{oddName}</bdi>
        </>
      )}
    </>
  );
}
