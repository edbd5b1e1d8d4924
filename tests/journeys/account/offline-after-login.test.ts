import { expect } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoMember } from '../../testing/people/demo-members.ts';
import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { aPerson } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test('a member who was online after the login can read all lists without a connection', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = aPerson(phone, { ...demoMember, password: demoPassword });
  const { memberId, tipsterId, fixtureId } = await offlineReads(sharedServer);
  await phone.opens('/');
  await phone.isReadyForOffline();

  await member.logsIn();
  // The member's own record is fetched last.
  await expect
    .poll(async () => storedDocuments(phone), { timeout: 60_000 })
    .toContain(`record:${memberId}`);
  await connection.breaks();

  const page = phone.page();
  const tips = page.getByRole('main').getByRole('article');
  await phone.opens('/');
  const followed = page.getByRole('list', { name: 'From people you follow' });
  await expect(followed.getByRole('listitem').first()).toBeVisible();
  await phone.opens('/tips');
  await expect(tips.first()).toBeVisible();
  await phone.opens('/tips?view=following');
  await expect(tips.first()).toBeVisible();
  await phone.opens('/competitions');
  await expect(page.getByRole('region', { name: 'Tomorrow' }).first()).toBeVisible();
  await phone.opens(`/fixture/${fixtureId}`);
  await expect(tips.first()).toBeVisible();
  for (const state of ['open', 'settled']) {
    await phone.opens(`/tipster/profile/${tipsterId}?tips=${state}`);
    await expect(
      page.getByRole('list', { name: 'Recent Tickets' }).getByRole('article').first(),
    ).toBeVisible();
  }
});

/** Finds a followed tipster with an open tip, and a tipped game that kicks off before the end of tomorrow. */
async function offlineReads(backend: Backend) {
  const [found] = await backend.query<{
    memberId: string;
    tipsterId: string;
    fixtureId: string;
  }>(
    `select member.id as "memberId", follow.tipster_id as "tipsterId",
       (select leg.fixture_id from legs leg join fixtures fixture on fixture.id = leg.fixture_id
        join tips tip on tip.id = leg.tip_id and tip.copied_from is null
        where fixture.kick_off > now() + interval '10 minutes'
          and fixture.kick_off < date_trunc('day', now(), 'UTC') + interval '2 days'
        order by fixture.kick_off desc, fixture.id limit 1) as "fixtureId"
     from members member join follows follow on follow.member_id = member.id
     where member.email = $1
       and exists (select from tips where tipster_id = follow.tipster_id and outcome = 'open')
     limit 1`,
    [demoMember.email],
  );
  if (!found?.fixtureId) throw new Error('The demo season has nobody to follow, or no game.');
  return found;
}

/** The names of the public documents that the phone has stored. */
async function storedDocuments(phone: Phone): Promise<string[]> {
  return phone.page().evaluate(async () => {
    const resultOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, failed) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => failed(request.error));
      });
    const database = await resultOf(indexedDB.open('touchline'));
    const keys = await resultOf(
      database.transaction('documents').objectStore('documents').getAllKeys(),
    );
    database.close();
    return keys.map(String);
  });
}
