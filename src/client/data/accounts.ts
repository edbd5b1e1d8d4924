import '../without-eval.ts';
import * as z from 'zod/mini';
import {
  login,
  logout,
  register,
  resendVerification,
  validateEmail,
  type Credentials,
  type Registration,
} from '#contract/accounts.ts';
import { oneTipster } from '#contract/members.ts';
import type { Configuration } from '#contract/site.ts';
import { createApi, type Answer, type Api } from '#sync/api.ts';
import { session } from '../session/session.ts';
import { keepLogin } from './keep-login.ts';

/** What came of asking the server for something about an account. */
export type AccountAnswer<Value = object> =
  | ({ kind: 'ok' } & Value)
  | { kind: 'refused'; code: string; message: string; errors?: Record<string, string[]> }
  | { kind: 'unreachable' };

/** Any backend's login answer: ours gives a UUID, others give what they like. */
export const LoginAnswer = z.object({
  access_token: z.string(),
  userId: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((id) => String(id)),
  ),
});
const Anything = z.unknown();
const HasPicture = z.looseObject({ picture: z.optional(z.nullable(z.string())) });

/** The calls about accounts. They need the server, so they are never queued. */
export function accounts(configuration: Configuration) {
  const api = createApi({
    baseUrl: configuration.apiBaseUrl,
    fetch: (input, init) => globalThis.fetch(input, init),
    token: () => session.get()?.token,
    cookies: () => document.cookie,
  });
  return {
    async logIn(
      credentials: Credentials,
    ): Promise<AccountAnswer<{ picture: boolean | undefined }>> {
      const answer = await api.callAs(login, LoginAnswer, { body: credentials });
      if (answer.kind !== 'ok') return failed(answer);
      if ((await keepLogin(answer.reply)) === undefined) return { kind: 'unreachable' };
      return { kind: 'ok', picture: await hasPicture(api, answer.reply.userId) };
    },

    async register(form: Omit<Registration, 'clientBaseUrl'>): Promise<AccountAnswer> {
      const body = { ...form, isTipster: true, clientBaseUrl: verifyAddress() };
      return done(await api.callAs(register, Anything, { body }));
    },

    async resend(email: string): Promise<AccountAnswer> {
      const body = { email, clientBaseURL: verifyAddress() };
      return done(await api.callAs(resendVerification, Anything, { body }));
    },

    async validateEmail(token: string): Promise<AccountAnswer> {
      return done(await api.callAs(validateEmail, Anything, { body: { access_token: token } }));
    },

    /** Ends the session on the server too; a server out of reach lets it run out by itself. */
    async logOut(): Promise<void> {
      await api.callAs(logout, Anything);
    },
  };
}

/** Where the mailed link leads. */
function verifyAddress(): string {
  return `${location.origin}/account/verify-email`;
}

/** Whether the member has a picture; undefined when that could not be asked. */
async function hasPicture(api: Api, id: string): Promise<boolean | undefined> {
  const answer = await api.callAs(oneTipster, HasPicture, { params: { id } });
  if (answer.kind !== 'ok') return undefined;
  return Boolean(answer.reply.picture);
}

function done(answer: Answer<unknown>): AccountAnswer {
  return answer.kind === 'ok' ? { kind: 'ok' } : failed(answer);
}

function failed(
  answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
): Exclude<AccountAnswer, { kind: 'ok' }> {
  if (answer.kind !== 'refused') return { kind: 'unreachable' };
  const { code, message, errors } = answer.problem;
  return { kind: 'refused', code, message, ...(errors && { errors }) };
}
