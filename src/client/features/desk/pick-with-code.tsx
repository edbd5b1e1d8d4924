import { translatePick } from '#client/ui/tip/option-words.ts';

/** An option with the bookmaker's code, which administrators use in other lists. */
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
