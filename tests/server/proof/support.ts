import { expect } from 'vitest';
import * as z from 'zod/mini';

import { Checkpoint, type EventContent, TipHistory } from '#contract/proof/calls.ts';
import { parseEventContents } from '#contract/proof/event-contents.ts';
import type { Tip } from '#contract/tips.ts';
import { createCheckpoint } from '#server/proof/log.ts';

import { hour } from '../../testing/clock/clock.ts';
import {
  aCommunity,
  aTip,
  type Community,
  confirmsTip,
  edits,
  type Game,
} from '../../testing/tips/tips.ts';

/** Advances the clock by an hour and makes a checkpoint. */
export async function anHourLater({ api, clock }: Pick<Community, 'api' | 'clock'>): Promise<void> {
  clock.passes(hour);
  await createCheckpoint(api.database, api.settings.proofSecret, clock());
}

/** A tip that was posted, priced, settled, corrected and confirmed, in two checkpoints. */
export async function aTreatedTip(
  community: Community,
): Promise<{ tip: Tip; games: readonly [Game, Game] }> {
  const { games, tip } = await aTip(community);
  await edits(community, tip, [{ fixtureId: games[1].id, odd: 2.4 }]);
  await anHourLater(community);
  const decide = async (index: 0 | 1, result: string) =>
    edits(community, tip, [{ fixtureId: games[index].id, result, reason: 'As it ended.' }]);
  await decide(0, 'void');
  await decide(1, 'void');
  await confirmsTip(community, tip);
  await anHourLater(community);
  return { tip, games };
}

/** A community with one tip that has a complete history. */
export async function aCommunityWithHistory() {
  const community = await aCommunity();
  return { community, ...(await aTreatedTip(community)) };
}

/** Returns a tip's history for a member, or for an anonymous reader without a token. */
export async function historyOf({ api }: Community, id: string, token?: string) {
  const answer = await api.get(`/api/tips/${id}/history`, token === undefined ? {} : { token });
  expect(answer.status).toBe(200);
  return z.parse(TipHistory, answer.body);
}

/** Parses the contents of a history's events. */
export function eventContentsOf({ events }: TipHistory): EventContent[] {
  return parseEventContents(events).flatMap((content) => content ?? []);
}

/** SQL that recomputes every hash chain, as an operator who knows the format could do. */
export const relink = `do $$
  declare entry audit; previous bytea;
  begin
    for entry in select * from audit order by chain, position loop
      if entry.position = 1 then previous := decode(repeat('00', 32), 'hex'); end if;
      previous := sha256('\\x02'::bytea || previous
        || event_digest(entry));
      update audit set hash = previous where id = entry.id;
    end loop;
  end $$`;

/** Returns the newest checkpoint as a phone fetches it. */
export async function checkpointOf({ api }: Community): Promise<Checkpoint> {
  return z.parse(Checkpoint, (await api.get('/proof/checkpoint')).body);
}

/** Changes the database while triggers are disabled, as an operator could do. */
export async function bend(
  { api }: { api: Pick<Community['api'], 'database'> },
  statement: string,
): Promise<void> {
  const client = await api.database.$client.connect();
  try {
    await client.query(`set session_replication_role = replica; ${statement};
      set session_replication_role = default`);
  } finally {
    client.release();
  }
}
