import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';

import { theApi } from '../../testing/server/api.ts';
import { aClock, day } from '../../testing/clock/clock.ts';
import { aMember } from '../../testing/people/members.ts';

const clock = aClock();
const api = await theApi({ clock });

/** The part of a token that a device stores after an offline logout, to end the session later. */
function endOf(token: string) {
  const { jti: session = '', end } = decodeJwt(token);
  return { session, end: String(end) };
}

const renew = async (token: string) => (await api.post('/api/auth/renew', { token })).status;
const ends = async (body: object) => (await api.post('/api/auth/endSession', { body })).status;

describe('a session after an offline logout', () => {
  test('is ended later with the stored part of its token, without a login', async () => {
    const { token } = await aMember(api);
    const other = await aMember(api);

    expect(await ends(endOf(token))).toBe(200);

    expect(await renew(token)).toBe(401);
    expect(await renew(other.token)).toBe(200);
  });

  test('can be ended twice, and after it has expired', async () => {
    const { token } = await aMember(api);
    await ends(endOf(token));

    expect(await ends(endOf(token))).toBe(200);
    clock.passes(31 * day);
    expect(await ends(endOf(token))).toBe(200);
  });

  test('is not ended with the part of another token, and the part gives no access', async () => {
    const { token } = await aMember(api);
    const other = await aMember(api);
    const { session } = endOf(token);
    const { end } = endOf(other.token);

    for (const wrong of [end, '', 'x', `${end}x`, end.slice(0, -2)]) {
      expect(await ends({ session, end: wrong })).toBe(400);
    }
    expect(await ends({ session: randomUUID(), end })).toBe(400);

    expect(await renew(token)).toBe(200);
    const [head, body] = token.split('.');
    expect(await renew(`${head}.${body}.${endOf(token).end}`)).toBe(401);
  });
});
