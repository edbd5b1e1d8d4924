import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

import { SecuritySettings } from '#contract/account/security.ts';

import { aClock, hour, minute } from '../clock/clock.ts';
import { newestMailTo, tokenIn } from '../outside/mail.ts';
import { type Answer, type Api, type RequestOptions, theApi } from '../server/api.ts';
import { ageRateLimits } from '../server/limits.ts';
import { goodPassword, logIn, register, sessionIn } from './members.ts';

export const anAddress = () => `${randomUUID()}@example.org`;

/** The headers that a browser sends, and its name in the list of devices. */
export const phone = {
  headers: {
    'user-agent':
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
  },
  device: 'Chrome, Android',
};

/** A logged-in person on a new server, and an unused address for a change of email. */
export async function aPersonWithAccount({ verified = true } = {}) {
  const clock = aClock();
  const api = await theApi({ clock });
  const { email } = await register(api);
  if (verified) await verify(api, email);
  const session = sessionIn(await logIn(api, { email, password: goodPassword }, phone.headers));
  const { access_token: token, userId: id } = session;
  const next = anAddress();
  const post = async (path: string, body: object = {}, init?: RequestOptions): Promise<Answer> =>
    api.post(`/api/auth/${path}`, { token, headers: phone.headers, body, ...init });
  /** Returns the token of the newest mail; time passes first, so that later mails are newer. */
  const mailedToken = async (to = email) => {
    const mailed = tokenIn(await newestMailTo(api, to));
    clock.passes(minute);
    return mailed;
  };
  return {
    api,
    clock,
    email,
    id,
    next,
    token,
    post,
    mailedToken,
    security: async () =>
      z.parse(SecuritySettings, (await api.get('/api/auth/security', { token })).body),
    requestEmail: async (body: object = {}) => {
      clock.passes(minute);
      return post('changeEmail', { password: goodPassword, email: next, ...body });
    },
    confirmEmail: async (to = next) => post('confirmEmail', { token: await mailedToken(to) }),
    undoEmail: async (link: string) => (await post('undoEmail', { token: link })).status,
    /** Requests a link for a new password by mail, and returns its token. */
    forget: async (to = email) => {
      clock.passes(minute);
      await post('forgotPassword', { email: to });
      return mailedToken(to);
    },
    reset: async (link: string, password: string, body: object = {}) =>
      post('resetPassword', { token: link, password, ...body }),
    isLoggedIn: async (its = token) =>
      (await api.get('/api/auth/security', { token: its })).status === 200,
  };
}

/** Opens the mailed link that verifies an address. */
export async function verify(api: Api, email: string, token?: string): Promise<Answer> {
  const body = { access_token: tokenIn(await newestMailTo(api, email)) };
  return api.post('/api/auth/validateEmailToken', { body, ...(token && { token }) });
}

/** Logs in and returns the status; resets the rate limits before. */
export async function tryLogin(api: Api, email: string, password = goodPassword): Promise<number> {
  await ageRateLimits(api, hour);
  return (await logIn(api, { email, password })).status;
}
