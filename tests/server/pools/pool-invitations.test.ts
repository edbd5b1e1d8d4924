import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { maxMembersPerPool, maxPoolsPerMember } from '#contract/limits.ts';
import { poolMembers, pools } from '#server/db/pool-tables.ts';

import type { Api } from '../../testing/server/api.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { aPool, aPoolServer, joins, listOf, readPool, tableIn } from '../../testing/tips/pools.ts';
import { problemOf } from '../../testing/tips/tips.ts';

describe('an invitation', () => {
  test('shows the pool to a logged-in member, who can join', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);

    expect(await invited(api, bob, invitation)).toMatchObject({
      status: 200,
      body: { id, name: 'Friday five', owner: 'Ann Obi', members: 1, joined: false },
    });
    expect(await joins(api, bob, invitation)).toMatchObject({ status: 200, body: { members: 2 } });
    expect(await invited(api, bob, invitation)).toMatchObject({ body: { joined: true } });
    expect(await listOf(api, bob)).toMatchObject([{ id, members: 2 }]);
  });

  test('that is used twice, or concurrently on two devices, adds the member once', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);

    const answers = await Promise.all([1, 2, 3, 4].map(async () => joins(api, bob, invitation)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(tableIn(await readPool(api, bob, id)).rows).toHaveLength(2);
  });

  test('is void when its owner renews it, and a repeated request renews once', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);

    const renewed = await renews(api, ann, id, invitation);

    expect(renewed).toMatchObject({ status: 200 });
    expect(await renews(api, ann, id, invitation)).toMatchObject({ body: renewed.body });
    expect(problemOf(await joins(api, bob, invitation))).toBe('400 link-invalid');
    expect(problemOf(await invited(api, bob, invitation))).toBe('400 link-invalid');
    expect((await joins(api, bob, Object(renewed.body).invitation)).status).toBe(200);
  });

  test('is shown to the owner only, and not stored in the database', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    await joins(api, bob, invitation);

    expect(tableIn(await readPool(api, bob, id))).not.toHaveProperty('invitation');
    expect(problemOf(await renews(api, bob, id, invitation))).toBe('403 not-pool-owner');
    const stored = JSON.stringify(await api.database.select().from(pools));
    const secret = Buffer.from(invitation, 'base64url').subarray(16);
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      expect(stored).not.toContain(secret.toString(form));
    }
  });

  test('of another pool, a changed one and one of another server are refused', async () => {
    const { api, ann, bob, eve } = await aPoolServer();
    const { invitation } = await aPool(api, ann);
    const other = await aPool(api, bob);
    const bytes = Buffer.from(invitation, 'base64url');
    const elsewhere = Buffer.from(other.invitation, 'base64url');
    const mixed = Buffer.concat([bytes.subarray(0, 16), elsewhere.subarray(16)]);
    const flipped = Buffer.from(bytes);
    flipped[31] = (flipped[31] ?? 0) ^ 1;

    for (const forged of [mixed, flipped, Buffer.alloc(32)]) {
      expect(problemOf(await joins(api, eve, forged.toString('base64url')))).toBe(
        '400 link-invalid',
      );
    }
    for (const odd of ['', 'x', `${invitation}A`, invitation.slice(1)]) {
      expect(problemOf(await joins(api, eve, odd))).toBe('400 invalid-input');
    }
    expect(await listOf(api, eve)).toEqual([]);
  });

  test('is rate-limited against guessing', async () => {
    const { api, eve } = await aPoolServer();
    for (let n = 0; n < 120; n += 1) await joins(api, eve, 'A'.repeat(43));

    expect(problemOf(await joins(api, eve, 'A'.repeat(43)))).toBe('429 rate-limited');
    expect(problemOf(await invited(api, eve, 'A'.repeat(43)))).toBe('429 rate-limited');
  });

  test('accepts at most two hundred members', async () => {
    const { api, ann, bob, eve } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    await fills(api, id, maxMembersPerPool - 2);

    const last = await Promise.all([joins(api, bob, invitation), joins(api, eve, invitation)]);

    expect(last.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const refused = last.find(({ status }) => status === 409);
    expect(refused).toMatchObject({ body: { code: 'pool-full' } });
  });

  test('is refused for a member of fifty pools', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { invitation } = await aPool(api, bob);
    for (let n = 0; n < maxPoolsPerMember; n += 1) await aPool(api, ann);
    const body = { name: 'x', from: '2026-11-01', until: '2026-11-30' };

    expect(problemOf(await joins(api, ann, invitation))).toBe('409 too-many-pools');
    expect(problemOf(await api.put(`/api/pools/${randomUUID()}`, { ...ann, body }))).toBe(
      '409 too-many-pools',
    );
  });
});

describe('for callers outside a pool', () => {
  test('the pool does not exist, also for administrators', async () => {
    const { api, ann, bob, eve } = await aPoolServer();
    const administrator = await aMember(api, { role: 'administrator' });
    const { id, invitation } = await aPool(api, ann);
    await joins(api, bob, invitation);

    for (const by of [eve, administrator]) {
      const answers = [
        await readPool(api, by, id),
        await api.delete(`/api/pools/${id}`, by),
        await api.delete(`/api/pools/${id}/members/${by.id}`, by),
        await api.delete(`/api/pools/${id}/members/${bob.id}`, by),
        await renews(api, by, id, invitation),
      ];
      expect(answers.map(problemOf)).toEqual(Array(5).fill('404 not-found'));
    }
    expect(tableIn(await readPool(api, ann, id)).members).toBe(2);
  });

  test('the pool no longer exists after their removal, and their link is void', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    await joins(api, bob, invitation);

    expect((await api.delete(`/api/pools/${id}/members/${bob.id}`, ann)).status).toBe(200);

    expect(problemOf(await readPool(api, bob, id))).toBe('404 not-found');
    expect(await listOf(api, bob)).toEqual([]);
    expect(problemOf(await joins(api, bob, invitation))).toBe('400 link-invalid');
    const { invitation: next, members } = tableIn(await readPool(api, ann, id));
    expect(members).toBe(1);
    // A second removal succeeds and changes nothing.
    expect((await api.delete(`/api/pools/${id}/members/${bob.id}`, ann)).status).toBe(200);
    expect(tableIn(await readPool(api, ann, id)).invitation).toBe(next);
  });

  test('the pool no longer exists after leaving', async () => {
    const { api, ann, bob } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    await joins(api, bob, invitation);

    expect((await api.delete(`/api/pools/${id}/members/${bob.id}`, bob)).status).toBe(200);

    expect(problemOf(await readPool(api, bob, id))).toBe('404 not-found');
    expect((await joins(api, bob, invitation)).status).toBe(200);
  });
});

describe('a pool', () => {
  test('can be deleted, and its members removed, by its owner only', async () => {
    const { api, ann, bob, eve } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    for (const member of [bob, eve]) await joins(api, member, invitation);

    expect(problemOf(await api.delete(`/api/pools/${id}`, bob))).toBe('403 not-pool-owner');
    expect(problemOf(await api.delete(`/api/pools/${id}/members/${eve.id}`, bob))).toBe(
      '403 not-pool-owner',
    );
    expect((await api.delete(`/api/pools/${id}`, ann)).status).toBe(200);
    expect(problemOf(await readPool(api, bob, id))).toBe('404 not-found');
    expect(await api.database.$count(poolMembers)).toBe(0);
  });

  test('whose owner leaves goes to the earliest member, with a new invitation', async () => {
    const { api, ann, bob, eve, clock } = await aPoolServer();
    const { id, invitation } = await aPool(api, ann);
    for (const member of [eve, bob]) {
      clock.passes(1000);
      await joins(api, member, invitation);
    }

    await api.delete(`/api/pools/${id}/members/${ann.id}`, ann);

    const passed = tableIn(await readPool(api, eve, id));
    expect(passed).toMatchObject({ ownerId: eve.id, owner: 'Eve Obi', members: 2 });
    expect(passed.invitation).not.toBe(invitation);
    expect(problemOf(await joins(api, ann, invitation))).toBe('400 link-invalid');
  });

  test('is deleted with its last member', async () => {
    const { api, ann } = await aPoolServer();
    const { id } = await aPool(api, ann);

    await api.delete(`/api/pools/${id}/members/${ann.id}`, ann);

    expect(await api.database.$count(pools)).toBe(0);
  });
});

async function invited(api: Api, by: Member, invitation: string) {
  return api.post('/api/pools/invitation', { ...by, body: { invitation } });
}

async function renews(api: Api, by: Member, id: string, invitation: string) {
  return api.put(`/api/pools/${id}/invitation`, { ...by, body: { invitation } });
}

/** Inserts this number of members into a pool. */
async function fills({ database }: Api, poolId: string, count: number) {
  await database.$client.query(
    `with crowd as (
       insert into members (id, email, user_name, password_hash, created_at)
       select gen_random_uuid(), n || '@crowd.example', 'x', 'x', now() from generate_series(1, $2) as n
       returning id)
     insert into pool_members (pool_id, member_id, joined_at) select $1, id, now() from crowd`,
    [poolId, count],
  );
}
