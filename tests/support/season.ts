import type { Backend } from './backend-process.ts';

/** Moves the kick-off of a game, which only the server knows until it is asked. */
export async function kicksOff(
  backend: Backend,
  game: string,
  { inMinutes }: { inMinutes: number },
): Promise<void> {
  const [home = '', away = ''] = game.split(' Vs ');
  await backend.query(
    `update fixtures set kick_off = now() + $3 * interval '1 minute', updated_at = now()
     where home = $1 and away = $2 and kick_off > now()`,
    [home, away, inMinutes],
  );
}
