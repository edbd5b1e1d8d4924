import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { members } from '#server/db/schema.ts';

import { day, hour, minute } from '../../testing/clock/clock.ts';
import { anAddress, aPersonWithAnEmail, entersWith } from '../../testing/people/email-change.ts';
import { newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { logIn, register, sessionIn } from '../../testing/people/members.ts';

describe('the link back in the former mailbox', () => {
  test('gives the account its email back within a week, and ends every session', async () => {
    const { api, clock, email, next, token, asks, confirms, undoes } = await aPersonWithAnEmail();
    await asks();
    await confirms();
    clock.passes(7 * day - minute);

    expect((await undoes()).status).toBe(200);

    expect((await api.get('/api/auth/security', { token })).status).toBe(401);
    expect(await entersWith(api, next)).toBe(401);
    // An intruder who changed it knew the password.
    expect(await entersWith(api, email)).toBe(401);
  });

  test('comes with a link to choose another password', async () => {
    const { api, email, asks, confirms, undoes } = await aPersonWithAnEmail();
    await asks();
    await confirms();
    await undoes();

    const body = {
      token: tokenIn(await newestMailTo(api, email)),
      password: 'nine damp corner flags',
    };
    expect((await api.post('/api/auth/resetPassword', { body })).status).toBe(200);
    expect(await entersWith(api, email, body.password)).toBe(200);
  });

  test('works once, and no longer than a week', async () => {
    const { api, clock, email, next, asks, confirms, undoes, has } = await aPersonWithAnEmail();
    await asks();
    await confirms();
    const token = tokenIn(await newestMailTo(api, email));
    clock.passes(7 * day);
    const late = await undoes();

    expect(late.status).toBe(400);
    expect(await has()).toMatchObject({ email: next });
    expect(await api.post('/api/auth/confirmEmail', { body: { token } })).toMatchObject({
      status: 400,
    });
  });

  test('works whatever an intruder did with younger addresses, and voids all of that', async () => {
    const { api, clock, email: former, token, asks, confirms } = await aPersonWithAnEmail();
    const [second, third, fourth] = [anAddress(), anAddress(), anAddress()];
    const mailed = async (to: string) => {
      const mail = tokenIn(await newestMailTo(api, to));
      clock.passes(minute);
      return mail;
    };
    const resets = async (link: string, password: string) =>
      api.post('/api/auth/resetPassword', { body: { token: link, password } });
    await asks({ email: second });
    await confirms(second);
    const owners = await mailed(former);
    await asks({ email: third });
    await confirms(third);
    const intruders = await mailed(second);
    const undone = await api.post('/api/auth/undoEmail', { body: { token: intruders } });
    expect(undone.status).toBe(200);
    const password = 'an intruder waits here';
    expect((await resets(await mailed(second), password)).status).toBe(200);
    const again = sessionIn(await logIn(api, { email: second, password })).access_token;
    const change = { token: again, body: { email: fourth, password } };
    expect((await api.post('/api/auth/changeEmail', change)).status).toBe(200);
    const confirming = { token: await mailed(fourth), password };
    expect((await api.post('/api/auth/confirmEmail', { body: confirming })).status).toBe(200);
    const younger = await mailed(second);
    clock.passes(hour);
    await api.post('/api/auth/forgotPassword', { body: { email: fourth } });
    const reset = await mailed(fourth);

    const back = await api.post('/api/auth/undoEmail', { body: { token: owners } });

    expect(back.status).toBe(200);
    const login = await resets(await mailed(former), 'nine damp corner flags');
    expect(login.status).toBe(200);
    expect(await entersWith(api, former, 'nine damp corner flags')).toBe(200);
    expect((await resets(reset, password)).status).toBe(400);
    for (const link of [younger, intruders, owners]) {
      expect(await api.post('/api/auth/undoEmail', { body: { token: link } })).toMatchObject({
        status: 400,
        body: { code: 'link-invalid' },
      });
    }
    expect(await entersWith(api, fourth, password)).toBe(401);
    for (const session of [token, again]) {
      expect((await api.get('/api/auth/security', { token: session })).status).toBe(401);
    }
  });

  test('works after a younger one was used, which leads to the address between', async () => {
    const { api, clock, email, next, asks, confirms } = await aPersonWithAnEmail();
    await asks();
    await confirms();
    const first = tokenIn(await newestMailTo(api, email));
    clock.passes(minute);
    const last = anAddress();
    await asks({ email: last });
    await confirms(last);
    const second = tokenIn(await newestMailTo(api, next));
    await api.post('/api/auth/undoEmail', { body: { token: second } });
    clock.passes(minute);

    expect((await api.post('/api/auth/undoEmail', { body: { token: first } })).status).toBe(200);

    expect(await api.database.$count(members, eq(members.email, email))).toBe(1);
  });

  test('works though somebody registered the former address meanwhile', async () => {
    const { api, email, asks, confirms } = await aPersonWithAnEmail();
    await asks();
    await confirms();
    const token = tokenIn(await newestMailTo(api, email));
    await register(api, { email });

    expect((await api.post('/api/auth/undoEmail', { body: { token } })).status).toBe(200);
    expect(await api.database.$count(members, eq(members.email, email))).toBe(1);
  });
});
