import { describe, expect, test } from 'vitest';

import type { TipHistory } from '#contract/proof/calls.ts';
import { findHistoryFlaws } from '#contract/proof/check.ts';
import { checkTip } from '#contract/proof/tip-check.ts';
import type { Tip } from '#contract/tips.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { everythingIn } from '../../testing/database/database-text.ts';
import { aDatabaseBefore } from '../../testing/database/earlier-database.ts';
import { aCommunity, type Community, tipOf } from '../../testing/tips/tips.ts';
import { anHourLater, bend, checkpointOf, historyOf, relink, eventContentsOf } from './support.ts';

const words = 'They win every derby at home.';
const kickOff = '2026-03-09T15:00:00.000Z';
const posted = '2026-03-07T12:00:00.000Z';
const [tipster, leaver, withText, withoutText, ofLeaver] = ['b', 'c', 'd', 'e', 'f'].map(
  (last) => `0195a000-0000-7000-8000-00000000000${last}`,
);

const post = (id: string | undefined, analysis: string) => `
  insert into audit (at, action, subject, after, own) values ('${posted}', 'tip.post', 'tip:${id}',
    '{"legs": [{"fixtureId": "g", "game": "Home Vs Away", "kickOff": "${kickOff}", "oddName": "1X2 - 1",
      "odd": 1.85}], "analysis": "${analysis}"}', '{"copiedFrom": null, "stake": 0}');`;

/** Rows of the earlier version: tips with a text, without a text, and of a deleted account. */
const rows = `
  insert into leagues values ('soccer_epl', 'EPL', 'Soccer - Europe', '');
  insert into fixtures (id, sport_key, source, home, away, kick_off, updated_at)
    values ('g', 'soccer_epl', 'file', 'Home', 'Away', '${kickOff}', '2026-03-01T12:00:00Z');
  insert into members (id, email, user_name, password_hash, created_at, deleted_at) values
    ('${tipster}', 'b@example.org', 'b', '', '2026-03-01T12:00:00Z', null),
    ('${leaver}', 'c@example.org', 'c', '', '2026-03-01T12:00:00Z', '${posted}');
  insert into tips (id, owner_id, created_at, expires_at, last_kick_off, analysis, total_odds, record_odds, cursor)
    values
    ('${withText}', '${tipster}', '${posted}', '${kickOff}', '${kickOff}', '${words}', 1.85, 1.85, 1),
    ('${withoutText}', '${tipster}', '${posted}', '${kickOff}', '${kickOff}', '', 1.85, 1.85, 1),
    ('${ofLeaver}', '${leaver}', '${posted}', '${kickOff}', '${kickOff}', '${words}', 1.85, 1.85, 1);
  insert into legs (tip_id, position, fixture_id, odds_id, odd, kick_off_odd)
    select id, 0, 'g', 1, 1.85, 1.85 from tips;
  ${post(withText, words)} ${post(withoutText, '')} ${post(ofLeaver, words)}
  insert into audit (at, action, subject) values ('${posted}', 'member.delete', 'member:${leaver}');
  insert into operations (member_id, key, fingerprint, status, answer, answered_at, cursor)
    values ('${tipster}', '${withText}', 'print', 201, '{"id": "${withText}", "analysis": "${words}"}', '${posted}', 1)`;

/** A server on a migrated database of the earlier version, with the receipts of that version. */
async function anUpgradedCommunity() {
  const { url, client } = await aDatabaseBefore('_erasable_texts', rows);
  const { rows: hashed } = await client.query<{ subject: string; content: string; nonce: string }>(
    `select subject, audit_content(audit) as content, nonce from audit where action = 'tip.post'`,
  );
  await migrateDatabase(url);
  const database = openDatabase({ url, connections: 4 });
  atTheEnd(async () => closeDatabase(database));
  const community = await aCommunity({ database });
  // The migration's events have the machine's time, so the clock has to be later.
  community.clock.passes(Date.now() - community.clock().getTime());
  return { community, hashed: new Map(hashed.map((row) => [row.subject, row])) };
}

async function erase(community: Community, id: string | undefined) {
  const { token } = await community.returns(community.administrator);
  const body = { reason: 'It names a neighbour.' };
  return tipOf(await community.api.delete(`/api/tips/${id}/analysis`, { token, body }));
}

/** Returns a tip as anonymous readers see it. */
async function tipIn({ api }: Community, id: string | undefined): Promise<Tip> {
  return tipOf(await api.get(`/api/tips/${id}`));
}

async function faultsOf(tip: Tip, history: TipHistory) {
  const flaws = await findHistoryFlaws(history, tip.id);
  return (await checkTip(tip, tip.tipsterId, { ...history, flaws })).faults;
}

async function problemsIn({ api }: Community): Promise<string[]> {
  return (await verifyDatabase(api.database)).problems;
}

describe('a tip whose post event was hashed with its text', () => {
  test('keeps that hash, gets an event with a digest, and verifies', async () => {
    const { community, hashed } = await anUpgradedCommunity();
    await anHourLater(community);

    const history = await historyOf(community, withText ?? '');

    expect(history.events[0]?.content).toBe(hashed.get(`tip:${withText}`)?.content);
    expect(eventContentsOf(history).map(({ action }) => action)).toEqual([
      'tip.post',
      'tip.restate',
    ]);
    expect(await faultsOf(await tipIn(community, withText), history)).toEqual([]);
    expect(await problemsIn(community)).toEqual([]);
  });

  test('still verifies after the removal of its text, with earlier and later receipts', async () => {
    const { community } = await anUpgradedCommunity();
    await anHourLater(community);
    const before = await historyOf(community, withText ?? '');
    const seen = await checkpointOf(community);

    await erase(community, withText);
    await anHourLater(community);

    const after = await historyOf(community, withText ?? '');
    const tip = await tipIn(community, withText);
    expect(await faultsOf(tip, after)).toEqual([]);
    expect(eventContentsOf(after)[0]).toMatchObject({ at: posted, action: 'tip.post' });
    // A stored receipt contains the text, and remains valid against the log.
    expect(await findHistoryFlaws(before, withText ?? '')).toEqual([undefined, undefined]);
    expect(after.receipts[0]?.digests).toEqual(before.receipts[0]?.digests);
    expect(await verifyDatabase(community.api.database, [seen])).toMatchObject({ problems: [] });
    expect(await everythingIn(community.api)).not.toContain(words);
  });

  test('leaves no data from which the text could be guessed', async () => {
    const { community, hashed } = await anUpgradedCommunity();
    const former = hashed.get(`tip:${withText}`);
    const { sealed } = JSON.parse(former?.content ?? '');
    await erase(community, withText);

    const everything = await everythingIn(community.api);

    expect(everything).not.toContain(sealed);
    expect(everything).not.toContain(former?.nonce);
    expect(everything).not.toContain('print');
  });

  test('without a text stays unchanged', async () => {
    const { community, hashed } = await anUpgradedCommunity();

    const history = await historyOf(community, withoutText ?? '');

    expect(history.events).toEqual([{ content: hashed.get(`tip:${withoutText}`)?.content }]);
    expect(history.analysisSalt).toBeUndefined();
  });

  test('loses its text if its account was deleted before', async () => {
    const { community } = await anUpgradedCommunity();

    const history = await historyOf(community, ofLeaver ?? '');

    expect(eventContentsOf(history).map(({ action }) => action)).toEqual([
      'tip.post',
      'tip.restate',
      'tip.erase',
    ]);
    expect(history.events[0]?.content).toBeUndefined();
    expect(await tipIn(community, ofLeaver)).toMatchObject({ analysisRemovedBy: 'tipster' });
  });

  test.each([
    ['another text', `update tips set analysis = 'I knew it.'`, /analysis is I knew it/],
    ['no text', `update tips set analysis = ''`, /analysis is {2}and should be the text/],
    [
      'a restatement with another price',
      `update audit set after = jsonb_set(after, '{legs,0,odd}', '9') where action = 'tip.restate'; ${relink}`,
      /tip.restate of .+ is not what its post said/,
    ],
    [
      'a second restatement',
      `set session_replication_role = default; insert into audit (at, action, subject, after, own)
        select at + interval '1 day', action, subject, after, own from audit where action = 'tip.restate' limit 1`,
      /tip.restate of .+ is not what its post said/,
    ],
    [
      'a later post without its content',
      `update audit set content_digest = event_digest(audit), after = jsonb_set(after, '{legs,0,odd}', '9')
        where subject = 'tip:${withoutText}'`,
      /nothing states it again/,
    ],
  ])('is reported by a verification that finds %s', async (_, forgery, named) => {
    const { community } = await anUpgradedCommunity();
    expect(await problemsIn(community)).toEqual([]);

    await bend(community, forgery);

    expect(await problemsIn(community)).toContainEqual(expect.stringMatching(named));
  });
});

describe('a tip whose post event is hashed with a digest of its text', () => {
  test('verifies before and after the removal of its text, with receipts of both times', async () => {
    const community = await aCommunity();
    const { id } = await community.aTip({ rest: { analysis: words } });
    await anHourLater(community);
    const before = await historyOf(community, id);
    expect(JSON.stringify(before.events)).not.toContain(words);
    expect(await faultsOf(await community.tip(id), before)).toEqual([]);

    await erase(community, id);
    await anHourLater(community);

    const after = await historyOf(community, id);
    expect(after.events[0]).toEqual(before.events[0]);
    expect(await findHistoryFlaws(before, id)).toEqual([undefined]);
    expect(await faultsOf(await community.tip(id), after)).toEqual([]);
    expect(await faultsOf({ ...(await community.tip(id)), analysis: words }, after)).toEqual([
      'text',
    ]);
    expect(await problemsIn(community)).toEqual([]);
    expect(await everythingIn(community.api)).not.toContain(words);
  });

  test('contains the digest for any server version', async () => {
    const community = await aCommunity();
    const { id } = await community.aTip({ rest: { analysis: words } });

    // A server of the earlier version writes the text into the event.
    await community.api.database.$client.query(
      `insert into audit (at, actor_id, action, subject, after, own)
        select at, actor_id, action, subject, jsonb_set(after, '{analysis}', '"${words}"'), own
        from audit where subject = 'tip:${id}'`,
    );

    const [first, second] = eventContentsOf(await historyOf(community, id));
    expect(second?.after).toEqual(first?.after);
  });

  test.each([
    [
      'another text',
      `update tips set analysis = 'I knew it.', wire = null`,
      /analysis is I knew it/,
    ],
    ['another salt', `update tips set analysis_salt = gen_random_uuid()`, /analysis is They win/],
    [
      'no text',
      `update tips set analysis = '', wire = null`,
      /analysis is {2}and should be the text/,
    ],
    [
      'a removal without an event',
      `update tips set analysis = '', wire = null, analysis_removed_by = 'tipster'`,
      /analysisRemovedBy is tipster and should be null/,
    ],
  ])('is reported by a verification that finds %s', async (_, forgery, named) => {
    const community = await aCommunity();
    await community.aTip({ rest: { analysis: words } });

    await bend(community, forgery);

    expect(await problemsIn(community)).toContainEqual(expect.stringMatching(named));
  });

  test('is reported by a verification that finds its removed text', async () => {
    const community = await aCommunity();
    const { id } = await community.aTip({ rest: { analysis: words } });
    await erase(community, id);

    await bend(community, `update tips set analysis = '${words}', wire = null`);

    expect(await problemsIn(community)).toContainEqual(
      expect.stringMatching(/analysis is They win .+ and should be/),
    );
  });
});
