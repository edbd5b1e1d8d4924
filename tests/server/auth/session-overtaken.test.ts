import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { members, sessions } from '#server/db/schema.ts';

import { theApi } from '../../testing/server/api.ts';
import { logIn, register } from '../../testing/people/members.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';

const api = await theApi();

describe('a login', () => {
  test('opens nothing where the password was changed while it was looked at', async () => {
    const { email, password } = await register(api);
    const own = eq(members.email, email);
    const another = await hash('a password of another day');

    const login = await api.database.transaction(async (tx) => {
      await tx.update(members).set({ passwordHash: another }).where(own);
      const underWay = logIn(api, { email, password });
      await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
      return { underWay };
    });

    expect(await login.underWay).toMatchObject({
      status: 401,
      body: { code: 'wrong-credentials' },
    });
    const [member] = await api.database.select({ id: members.id }).from(members).where(own);
    expect(await api.database.$count(sessions, eq(sessions.memberId, member?.id ?? ''))).toBe(0);
  });
});
