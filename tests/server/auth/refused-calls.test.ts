import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit } from '#server/db/schema.ts';

import { hour } from '../../testing/clock/clock.ts';
import { ageRateLimits } from '../../testing/server/limits.ts';
import type { Member } from '../../testing/people/members.ts';
import { aCommunity, aKey, type Community } from '../../testing/tips/tips.ts';

describe('a refused call of an administrators’ route', () => {
  test('is audited with caller and route, if the caller has an account', async () => {
    const community = await aCommunity();
    const { api, clock, tipster, other, administrator, aMember, aTip } = community;
    const { id } = await aTip();
    const own = await aTip({ by: administrator });
    const unverified = await aMember({ verified: false });

    const statuses = [
      await confirms(community, other, id),
      await confirms(community, tipster, id),
      await confirms(community, unverified, id),
      await confirms(community, administrator, own.id),
    ].map(({ status }) => status);

    expect(statuses).toEqual([403, 403, 403, 403]);
    const noted = await refusedIn(api);
    expect(noted.map(({ actorId, after }) => [actorId, Object(after).code])).toEqual([
      [other.id, 'not-allowed'],
      [tipster.id, 'not-allowed'],
      [unverified.id, 'email-unverified'],
      [administrator.id, 'own-tip'],
    ]);
    expect(noted[0]).toMatchObject({
      at: clock(),
      subject: `member:${other.id}`,
      before: null,
      after: { method: 'PUT', path: `/api/tips/confirmTip/${id}` },
    });
  });

  test('is audited in a batch as well', async () => {
    const { api, other, aTip } = await aCommunity();
    const { id } = await aTip();
    const path = `/api/tips/confirmTip/${id}`;
    const operation = { id: 'key', method: 'PUT', path, body: { IsGameSuccessful: true } };

    await api.post('/api/ops', { ...other, body: [operation] });

    expect(await refusedIn(api)).toMatchObject([{ actorId: other.id, after: { path } }]);
  });

  test('is audited without query and body', async () => {
    const { api, other } = await aCommunity();

    await api.get('/api/admin/tickets?search=secret', other);

    expect(JSON.stringify(await api.database.select().from(audit))).not.toContain('secret');
  });

  test('is audited at most twenty times an hour for each member', async () => {
    const community = await aCommunity();
    const { api, tipster, other } = community;
    for (let n = 0; n < 25; n += 1) await api.get('/api/admin/tickets', other);
    await api.get('/api/admin/tickets', tipster);

    const isRefusal = eq(audit.action, 'administrator.refused');
    expect(await api.database.$count(audit, isRefusal)).toBe(21);
    await ageRateLimits(api, hour);
    await api.get('/api/admin/tickets', other);
    expect(await api.database.$count(audit, isRefusal)).toBe(22);
  });

  test('is not audited for anonymous callers or for other errors', async () => {
    const community = await aCommunity();
    const { api, administrator, other, aTip } = community;
    const { id } = await aTip();

    await api.get('/api/admin/tickets');
    await confirms(community, administrator, id);
    await api.put(`/api/tips/bookTicket/${id}`, { token: other.token, headers: aKey() });

    expect(await refusedIn(api)).toEqual([]);
  });
});

async function confirms({ api }: Community, { token }: Member, id: string) {
  return api.put(`/api/tips/confirmTip/${id}`, { token, body: { IsGameSuccessful: true } });
}

async function refusedIn({ database }: Community['api']) {
  return database
    .select()
    .from(audit)
    .where(eq(audit.action, 'administrator.refused'))
    .orderBy(asc(audit.id));
}
