import { expect, test } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aDatabaseBefore } from '../../testing/database/earlier-database.ts';

const [admin, tipster, fan, tip, copy] = ['a', 'b', 'c', 'd', 'e'].map(
  (last) => `0195a000-0000-7000-8000-00000000000${last}`,
);
const kickOff = '2026-03-08T15:00:00.000Z';

const post = (id: string | undefined, copiedFrom: string) => `
  insert into audit (at, action, subject, after, own) values ('2026-03-07T12:00:00Z', 'tip.post', 'tip:${id}',
    '{"legs": [{"fixtureId": "g", "game": "Home Vs Away", "kickOff": "${kickOff}", "oddName": "1X2 - 1",
      "odd": 1.85}], "analysis": ""}', '{"copiedFrom": ${copiedFrom}, "stake": 0}');`;

/** Rows and events of the earlier version: an ended game, administrator, follower, booked copy. */
const rows = `
  insert into leagues values ('soccer_epl', 'EPL', 'Soccer - Europe', '');
  insert into fixtures (id, sport_key, source, home, away, kick_off, updated_at)
    values ('g', 'soccer_epl', 'file', 'Home', 'Away', '${kickOff}', '2026-03-01T12:00:00Z');
  insert into members (id, email, user_name, password_hash, role, created_at) values
    ('${admin}', 'a@example.org', 'a', '', 'administrator', '2026-03-01T12:00:00Z'),
    ('${tipster}', 'b@example.org', 'b', '', 'member', '2026-03-01T12:00:00Z'),
    ('${fan}', 'c@example.org', 'c', '', 'member', '2026-03-01T12:00:00Z');
  insert into follows (member_id, tipster_id, following, changed_at, cursor)
    values ('${fan}', '${tipster}', true, '2026-03-02T12:00:00Z', 1);
  insert into tips (id, owner_id, created_at, expires_at, last_kick_off, copied_from, booked_at,
    total_odds, record_odds, booked_odds, cursor) values
    ('${tip}', '${tipster}', '2026-03-07T12:00:00Z', '${kickOff}', '${kickOff}', null, null, 1.85, 1.85, 0, 1),
    ('${copy}', '${fan}', '2026-03-07T12:00:00Z', '${kickOff}', '${kickOff}', '${tip}', '2026-03-07T12:01:00Z',
      1.85, 1.85, 1.85, 1);
  insert into legs (tip_id, position, fixture_id, odds_id, odd, kick_off_odd, booked_odd)
    select id, 0, 'g', 1, 1.85, 1.85, booked_odds from tips;
  ${post(tip, 'null')} ${post(copy, `"${tip}"`)}
  update fixtures set status = 'played', full_time_home = 2, full_time_away = 0;
  insert into audit (at, action, subject, before, after) values ('2026-03-08T18:00:00Z', 'fixture.result', 'fixture:g',
    '{"status": "scheduled", "halfTimeHome": null, "halfTimeAway": null, "fullTimeHome": null,
      "fullTimeAway": null, "firstGoal": null}',
    '{"status": "played", "halfTimeHome": null, "halfTimeAway": null, "fullTimeHome": 2, "fullTimeAway": 0,
      "firstGoal": null}')`;

test('rows older than their first event are verified from their state at that event', async () => {
  const { url, client } = await aDatabaseBefore('_first_events', rows);

  await migrateDatabase(url);

  const database = openDatabase({ url, connections: 1 });
  atTheEnd(async () => closeDatabase(database));
  expect(await verifyDatabase(database)).toMatchObject({ events: 7, problems: [] });
  await client.query(`update fixtures set home = 'Other'; update members set role = 'administrator';
    delete from follows; update legs set booked_odd = 9`);
  const { problems } = await verifyDatabase(database);
  expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual([
    'Game g (Other Vs Away)',
    `Member b (${tipster})`,
    `Member c (${fan})`,
    `Tip ${copy}, game g`,
    `A follower of ${tipster} is gone`,
  ]);
});
