import { translatePick } from '#client/ui/tip/option-words.ts';

/** A pick with the bookmaker's code, by which administrators find it on other lists. */
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
