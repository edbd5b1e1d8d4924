import { expect, test } from 'vitest';

import { theApi } from '../../testing/server/api.ts';
import { profile, save } from '../../testing/server/busy-server.ts';
import { aClock, day, minute } from '../../testing/clock/clock.ts';
import { linkIn, mailsTo, newestMailTo, tokenIn } from '../../testing/outside/mail.ts';
import { logIn, register, rowOf, sessionIn } from '../../testing/people/members.ts';
import { problemOf } from '../../testing/tips/tips.ts';

const clock = aClock();
const api = await theApi({ clock });

const stranger = {
  userName: 'Stranger',
  phoneNumber: '+447700900123',
  password: 'a stranger waits here',
};
const owner = {
  userName: 'Owner',
  phoneNumber: '+234 801 234 5678',
  password: 'my own nine words',
};

test('an account gets the password and name of the registration whose link was opened', async () => {
  const { email } = await register(api, stranger);
  const { link } = await registered(email, owner);

  expect(await verify(link)).toMatchObject({ status: 200 });

  expect(await logIn(api, { email, password: owner.password })).toMatchObject({ status: 200 });
  expect(await logIn(api, { email, password: stranger.password })).toMatchObject({ status: 401 });
  expect(await rowOf(api, email)).toMatchObject({
    userName: 'Owner',
    searchName: 'owner',
    phoneNumber: owner.phoneNumber,
  });
});

test('only the session that opens the link of its own registration remains valid', async () => {
  const { email, password } = await register(api, owner);
  const here = sessionIn(await logIn(api, { email, password })).access_token;
  const elsewhere = sessionIn(await logIn(api, { email, password })).access_token;

  const link = tokenIn(await newestMailTo(api, email));
  expect(await verify(link, here)).toMatchObject({ status: 200 });

  expect(await api.get('/api/tips', { token: here })).toMatchObject({ status: 200 });
  expect(problemOf(await api.get('/api/tips', { token: elsewhere }))).toBe('401 session-ended');
});

test('a session with another password ends, even if it opens the link', async () => {
  const { email } = await register(api, stranger);
  const { access_token: token } = sessionIn(await logIn(api, { email, ...stranger }));
  const { link } = await registered(email, owner);

  await verify(link, token);

  expect(problemOf(await api.get('/api/tips', { token }))).toBe('401 session-ended');
});

test('a profile that a stranger saved before the verification is removed', async () => {
  const { email } = await register(api, stranger);
  const { access_token: token } = sessionIn(await logIn(api, { email, ...stranger }));
  const saved = await api.put(save, { token, body: { ...profile, showPhone: true } });
  const { link } = await registered(email, owner);

  await verify(link);

  expect(saved.status).toBe(200);
  expect(await rowOf(api, email)).toMatchObject({
    firstName: '',
    lastName: '',
    country: '',
    state: '',
    address: '',
    showPhone: false,
    searchName: 'owner',
  });
});

test('a profile that its owner saved before the verification stays', async () => {
  const { email, password } = await register(api, owner);
  const { access_token: token } = sessionIn(await logIn(api, { email, password }));
  await api.put(save, { token, body: profile });

  await verify(tokenIn(await newestMailTo(api, email)));

  expect(await rowOf(api, email)).toMatchObject({ firstName: 'Ada', state: 'Lagos' });
});

test('every registration has its own link, and opening one voids the others', async () => {
  const { email } = await register(api, owner);
  const own = tokenIn(await newestMailTo(api, email));
  const { link: strangers, subject } = await registered(email, stranger);

  expect(subject).toContain('waiting');
  expect(await verify(own)).toMatchObject({ status: 200 });

  expect(await verify(strangers)).toMatchObject({ status: 400, body: { code: 'link-invalid' } });
  expect(await logIn(api, { email, password: owner.password })).toMatchObject({ status: 200 });
});

test('a link that is requested again belongs to the only registration', async () => {
  const { email } = await register(api, owner);
  clock.passes(2 * day);

  await resend(email);

  await verify(tokenIn(await newestMailTo(api, email)));
  expect(await logIn(api, { email, password: owner.password })).toMatchObject({ status: 200 });
});

test.each([
  { when: 'which were both mailed', before: 0 },
  { when: 'the second of which was not mailed because of too many mails', before: 3 },
])(
  'a link that is requested again lets its reader choose between two registrations, $when',
  async ({ before }) => {
    const { email } = await register(api, stranger);
    for (let mails = 0; mails < before; mails += 1) await resend(email);
    await register(api, { ...owner, email });
    clock.passes(60 * day);

    await resend(email);

    const mail = await newestMailTo(api, email);
    expect(linkIn(mail)).toContain('/account/reset-password/');
    const chosen = { token: tokenIn(mail), password: 'chosen by the mailbox' };
    expect(await api.post('/api/auth/resetPassword', { body: chosen })).toMatchObject({
      status: 200,
    });
    expect(await logIn(api, { email, password: chosen.password })).toMatchObject({ status: 200 });
    expect(await logIn(api, { email, ...stranger })).toMatchObject({ status: 401 });
    expect(await rowOf(api, email)).toMatchObject({ emailVerifiedAt: clock(), phoneNumber: '' });
  },
);

async function registered(email: string, fields: typeof owner) {
  const before = (await mailsTo(api, email)).length;
  clock.passes(minute);
  await register(api, { ...fields, email });
  const mails = await mailsTo(api, email);
  expect(mails).toHaveLength(before + 1);
  const newest = await newestMailTo(api, email);
  return { link: tokenIn(newest), subject: newest.subject };
}

async function verify(link: string, token?: string) {
  const body = { access_token: link };
  return api.post('/api/auth/validateEmailToken', { body, ...(token && { token }) });
}

async function resend(email: string) {
  return api.post('/api/auth/sendEmailVerificationToken', { body: { email } });
}
