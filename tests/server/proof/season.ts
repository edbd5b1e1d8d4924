import { expect } from 'vitest';

import { setRole } from '#server/admin-command.ts';
import { seedDemoSeason } from '#server/demo/season.ts';

import { aClock, hour } from '../../testing/clock/clock.ts';
import { aBookedCopy } from '../../testing/tips/booked-copies.ts';
import { aChangedGame, corrects } from '../../testing/tips/corrections.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aCommunity, type Community, edits } from '../../testing/tips/tips.ts';
import { anHourLater, aTreatedTip, bend } from './support.ts';

const start = '2026-03-07T12:00:00.000Z';

/** Deletes tips except those of four demo tipsters, because a verification replays all events. */
const shorten = `
  create temporary table left_out as select id from members where id not in (
    select owner_id from tips where confirmed_at is not null and copied_from is null
    group by owner_id order by count(*) desc, owner_id limit 4);
  delete from audit where subject like 'tip:%' and chain in (select 'member:' || id from left_out);
  delete from legs using tips where tip_id = tips.id and owner_id in (select id from left_out);
  delete from tips where owner_id in (select id from left_out);
  delete from tipster_records where member_id in (select id from left_out);
  delete from record_slices where member_id in (select id from left_out);
  delete from fixtures where id not in (select fixture_id from legs);
  delete from audit where chain like 'fixture:%'
    and chain not in (select 'fixture:' || id from fixtures);
  delete from unsealed_events where (chain, position) not in (select chain, position from audit);
  drop table left_out`;

/** Ids of one row of each kind in the season. */
export type Season = Awaited<ReturnType<typeof aSeason>>;

/**
 * The demo season with further tips: corrected, voided for a reason, reset to pending for a reason,
 * withdrawn, unpriced, and copied with a booked copy.
 */
export async function aSeason() {
  const { database } = await aDatabase();
  await seedDemoSeason(database, { clock: aClock(start), hashPassword: async () => 'no hash' });
  await bend({ api: { database } }, shorten);
  const community = await aCommunity({ database });
  const { api, clock, tipster, other } = community;

  const treated = await aTreatedTip(community);
  const { original, copy } = await aBookedCopy(community);
  const { game: corrected, ids } = await aChangedGame(community);
  expect(await corrects(community, corrected)).toMatchObject({ status: 200 });
  await undecideForReason(community);
  const withdrawn = await community.aTip();
  await api.delete(`/api/tips/${withdrawn.id}`, { token: tipster.token });
  const unpriced = await community.aTip({ games: [await community.aGame({ prices: undefined })] });
  await api.put(`/api/users/followOrUnfollow?Id=${tipster.id}&isFollow=true`, {
    token: other.token,
  });
  const promoted = await community.aMember({ firstName: 'Efe' });
  await setRole(database, promoted.email, 'administrator', clock());
  await anHourLater(community);

  const { rows } = await database.$client.query<{ id: string; tipster: string; game: string }>(
    `select tips.id, owner_id as tipster, fixture_id as game
     from tips join legs on tip_id = tips.id join tipster_records on member_id = owner_id
     where outcome = 'lost' and confirmed_at is not null and result = 'lost' and stars is not null
     order by tips.id, position limit 1`,
  );
  const [lost] = rows;
  if (!lost) throw new Error('the demo season has no lost tip');
  return {
    community,
    treated: treated.tip.id,
    corrected: ids[0] ?? '',
    original,
    copy,
    withdrawn: withdrawn.id,
    unpriced: unpriced.id,
    promoted: promoted.id,
    /** A lost tip of a demo tipster who has stars, with the lost game. */
    lost,
  };
}

/** An administrator settles a leg and resets it to pending, with a reason that readers see. */
async function undecideForReason(community: Community): Promise<void> {
  const { clock, aGame, aTip } = community;
  const game = await aGame();
  const tip = await aTip({ games: [game] });
  clock.passes(5 * hour);
  for (const result of ['won', 'pending']) {
    const leg = { fixtureId: game.id, result, reason: 'Seen in the stadium.' };
    expect(await edits(community, tip, [leg])).toMatchObject({ status: 200 });
  }
}
