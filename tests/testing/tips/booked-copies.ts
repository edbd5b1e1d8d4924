import { expect } from 'vitest';

import { hour, minute } from '../clock/clock.ts';
import { type Community, confirmsTip, edits } from './tips.ts';

/**
 * Creates a tip and another member's booked copy of the tip. Both are won and confirmed; the copy
 * was booked at `bookedOdd`, and the price at kick-off was 1.50.
 */
export async function aBookedCopy(
  community: Community,
  bookedOdd = 1.85,
): Promise<{ original: string; copy: string }> {
  const { api, clock, other, aGame, aTip } = community;
  const game = await aGame({ prices: [bookedOdd, 3, 4] });
  const original = await aTip({ games: [game] });
  const copy = await aTip({ by: other, games: [game], rest: { copiedFrom: original.id } });
  await api.put(`/api/tips/bookTicket/${copy.id}`, other);
  const tips = [original, copy];
  for (const tip of tips) await edits(community, tip, [{ fixtureId: game.id, odd: 1.5 }]);
  clock.passes(5 * hour);
  for (const tip of tips) {
    const won = { fixtureId: game.id, result: 'won', reason: 'Seen in the stadium.' };
    await edits(community, tip, [won]);
    clock.passes(minute);
    expect(await confirmsTip(community, tip)).toMatchObject({ status: 200 });
  }
  return { original: original.id, copy: copy.id };
}
