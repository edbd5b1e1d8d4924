import { randomUUID } from 'node:crypto';

import { type Api, theApi } from '../server/api.ts';
import { aClock, hour } from '../clock/clock.ts';
import { countsGrowOld } from '../server/limits.ts';
import { newestMailTo, tokenIn } from '../outside/mail.ts';
import { goodPassword, logIn, register, sessionIn } from './members.ts';

/** An unused address. */
export const anAddress = () => `${randomUUID()}@example.org`;

/** A logged-in member with a verified email, and a new address for them. */
export async function aPersonWithAnEmail({ verified = true } = {}) {
  const clock = aClock();
  const api = await theApi({ clock });
  const { email } = await register(api);
  if (verified) await verify(api, email);
  const token = sessionIn(await logIn(api, { email, password: goodPassword })).access_token;
  const next = anAddress();
  return {
    api,
    clock,
    email,
    next,
    token,
    asks: async (body: object = {}) =>
      api.post('/api/auth/changeEmail', {
        token,
        body: { password: goodPassword, email: next, ...body },
      }),
    confirms: async (by = next) =>
      api.post('/api/auth/confirmEmail', {
        token,
        body: { token: tokenIn(await newestMailTo(api, by)) },
      }),
    undoes: async (by = email) =>
      api.post('/api/auth/undoEmail', { body: { token: tokenIn(await newestMailTo(api, by)) } }),
    /** The account's current email. */
    has: async () => {
      const { body } = await api.get('/api/auth/security', { token });
      return body;
    },
  };
}

/** Opens the mailed link that verifies an address. */
export async function verify(api: Api, email: string) {
  const body = { access_token: tokenIn(await newestMailTo(api, email)) };
  await api.post('/api/auth/validateEmailToken', { body });
}

/** The status of a login; earlier attempts do not count. */
export async function entersWith(
  api: Api,
  email: string,
  password = goodPassword,
): Promise<number> {
  await countsGrowOld(api, hour);
  return (await logIn(api, { email, password })).status;
}
