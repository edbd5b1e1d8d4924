import type { Tip } from '#contract/tips.ts';

import type { Answer } from './the-api.ts';
import type { Community, Game } from './tips.ts';

/** A tip on two games, of which only the first has a price. */
export async function aTip({
  aGame,
  aTip,
}: Community): Promise<{ games: readonly [Game, Game]; tip: Tip }> {
  const games = [await aGame(), await aGame({ prices: undefined })] as const;
  return { games, tip: await aTip({ games }) };
}

/** What an administrator is answered who sets odds or results. */
export async function edits(
  { api, administrator }: Community,
  { id }: Pick<Tip, 'id'>,
  options: object[],
  rest: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return api.put(`/api/tips/${id}`, { token: administrator.token, body: { options }, ...rest });
}
