import '#client/startup/zod-jitless.ts';
import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import {
  type Credentials,
  deleteAccount,
  forgotPassword,
  login,
  logout,
  register,
  type Registration,
  resendVerification,
  resetPassword,
  validateEmail,
} from '#contract/account/accounts.ts';
import { beginPasskeyLogin, passkeyLogin, securitySettings } from '#contract/account/security.ts';
import { oneTipster } from '#contract/members.ts';
import type { Configuration } from '#contract/site/site.ts';
import type { ReplyOf, Route } from '#contract/route.ts';
import { createApi, type ApiAnswer, type Api, type CallOptions } from '#sync/backend/api.ts';
import { type Backend, LoginAnswer } from '#sync/backend/backend.ts';
import { pingBackend } from '#sync/backend/ping.ts';
import {
  fetchFile,
  type FileAnswer,
  type FileTarget,
  type OwnDataFileFormat,
  ownDataFileTarget,
} from '#sync/own-data-file.ts';
import { session } from '#client/session/session.ts';
import { momentText } from '#client/ui/formats.ts';
import { describeServerError, describeServerReason } from '#client/ui/messages/problems.ts';
import type * as DeskCalls from '../desk/desk-calls.ts';
import { switchLogin } from './login.ts';
import { createPoolCalls } from './pool-calls.ts';
import { signWithPasskey } from './passkey-browser.ts';

export type AccountAnswer<Value = object> =
  | ({ kind: 'ok' } & Value)
  | { kind: 'refused'; code: string; message: string; errors?: Record<string, string[]> }
  | UnreachableAnswer;

/** No response came; `unsent` is true if no request was sent, so nothing changed on the server. */
export type UnreachableAnswer = { kind: 'unreachable'; unsent?: boolean };

/** Makes a call: `send` ignores the reply, `read` parses the reply, `file` returns a file. */
export type AccountRequests = {
  send: (route: Route, body?: object, params?: Record<string, string>) => Promise<AccountAnswer>;
  read: <Reply extends z.ZodMiniType>(
    route: Route,
    reply: Reply,
    body?: object,
    params?: Record<string, string>,
    query?: Record<string, string>,
  ) => Promise<AccountAnswer<{ reply: z.output<Reply>; hasMore: boolean }>>;
  file: (target: FileTarget) => Promise<AccountAnswer<{ file: Blob }>>;
};

const AnyReply = z.unknown();
const OwnProfile = z.looseObject({
  picture: z.optional(z.nullable(z.string())),
  firstName: z.optional(z.nullable(z.string())),
});

/**
 * Creates the calls about accounts, which are never queued. If `known` is missing, the first call
 * that depends on the kind of backend detects it.
 */
export function createAccountApi(configuration: Configuration, known?: Backend) {
  let backend = known;
  const api = createApi({
    baseUrl: configuration.apiBaseUrl,
    fetch: (input, init) => globalThis.fetch(input, init),
    token: () => session.get()?.token,
    cookies: () => document.cookie,
    language: () => document.documentElement.lang || 'en',
    backend: () => backend,
  });
  const send: AccountRequests['send'] = async (route, body, params = {}) => {
    const answer = await api.callWithSchema(route, AnyReply, { body, params });
    return answer.kind === 'ok' ? { kind: 'ok' } : toFailedAnswer(answer);
  };
  const read: AccountRequests['read'] = async (route, reply, body, params = {}, query = {}) => {
    const answer = await api.callWithSchema(route, reply, { body, params, query });
    if (answer.kind !== 'ok') return toFailedAnswer(answer);
    return { kind: 'ok', reply: answer.reply, hasMore: answer.next !== undefined };
  };
  const call = async <R extends Route>(
    route: R,
    options?: Pick<CallOptions, 'body' | 'params'>,
  ): Promise<AccountAnswer<{ reply: ReplyOf<R> }>> => {
    const answer = await api.call(route, options);
    return answer.kind === 'ok' ? { kind: 'ok', reply: answer.reply } : toFailedAnswer(answer);
  };
  const file: AccountRequests['file'] = async (target) =>
    toAccountAnswer(
      await fetchFile(target, {
        baseUrl: configuration.apiBaseUrl,
        token: session.get()?.token,
        fetch: (input, init) => globalThis.fetch(input, init),
      }),
    );
  /** Stores the login that a response contains. */
  async function storeLoginAnswer(
    answer: ApiAnswer<z.output<typeof LoginAnswer>>,
  ): Promise<AccountAnswer<{ hasProfile: boolean | undefined }>> {
    if (answer.kind !== 'ok') return toFailedAnswer(answer);
    if ((await switchLogin(answer.reply)) === undefined) return { kind: 'unreachable' };
    return { kind: 'ok', hasProfile: await hasProfile(api, answer.reply.userId) };
  }
  async function detectBackend(): Promise<void> {
    if (backend) return;
    const answer = await pingBackend(api, backend);
    if (answer.kind !== 'unreachable') backend = answer.backend;
  }

  return {
    /** Makes a call and parses the reply with the schema of the route. */
    call,

    async logIn(
      credentials: Credentials,
    ): Promise<AccountAnswer<{ hasProfile: boolean | undefined }>> {
      return storeLoginAnswer(await api.callWithSchema(login, LoginAnswer, { body: credentials }));
    },

    /** Logs in with any passkey the person chooses; not every backend supports passkeys. */
    async logInWithPasskey(
      rememberMe: boolean,
    ): Promise<AccountAnswer<{ hasProfile: boolean | undefined }> | { kind: 'cancelled' }> {
      const begun = await call(beginPasskeyLogin);
      if (begun.kind !== 'ok') return begun;
      const response = await signWithPasskey(begun.reply);
      if (!response) return { kind: 'cancelled' };
      const body = { response, rememberMe };
      return storeLoginAnswer(await api.callWithSchema(passkeyLogin, LoginAnswer, { body }));
    },

    async register(form: Omit<Registration, 'clientBaseUrl'>): Promise<AccountAnswer> {
      await detectBackend();
      const { ageConfirmed, ...registration } = form;
      // A backend that is no Touchline server may reject unknown fields.
      const hasAge = backend?.kind !== 'spec' && ageConfirmed !== undefined;
      const body = {
        ...registration,
        ...(hasAge && { ageConfirmed }),
        isTipster: true,
        clientBaseUrl: buildVerificationUrl(),
      };
      return send(register, body);
    },

    resendVerification: (email: string) =>
      send(resendVerification, { email, clientBaseURL: buildVerificationUrl() }),

    validateEmail: (token: string) => send(validateEmail, { access_token: token }),

    /**
     * Requests an email with a link to reset the password; some backends do not offer this. The
     * response does not reveal whether an account has this address.
     */
    async forgotPassword(email: string): Promise<AccountAnswer | { kind: 'not-known' }> {
      await detectBackend();
      if (backend?.kind === 'spec') return { kind: 'not-known' };
      const body = { email, clientBaseUrl: `${location.origin}/account/reset-password` };
      return send(forgotPassword, body);
    },

    /**
     * Sets a new password. The server removes the passkeys and the authenticator app, except the
     * login guards listed in `keep`.
     */
    resetPassword: (token: string, password: string, keep: readonly string[]) =>
      send(resetPassword, { token, password, ...(keep.length > 0 && { keep }) }),

    /** Deletes the account on the server, but nothing on this device. */
    deleteAccount: (password: string) => send(deleteAccount, { password }),

    /** Downloads all own data as a file. */
    downloadOwnData: (format: OwnDataFileFormat) => file(ownDataFileTarget(format)),

    /** Ends a session immediately, for a device that cannot store the logout and send it later. */
    logOut: (token: string) => api.callWithSchema(logout, AnyReply, { token }),

    /** Reads the member's sessions, passkeys and authenticator app. */
    readSecurity: () => call(securitySettings),

    pools: createPoolCalls({ send, read }),

    /** Makes a call of the administrators' pages; their code loads with the first call. */
    async desk<Value>(
      call: (calls: ReturnType<typeof DeskCalls.createDeskCalls>) => Promise<Value>,
    ): Promise<Value | UnreachableAnswer> {
      const code = await import('../desk/desk-calls.ts').catch(() => undefined);
      return code
        ? call(code.createDeskCalls({ read, file }))
        : { kind: 'unreachable', unsent: true };
    },
  };
}

function buildVerificationUrl(): string {
  return `${location.origin}/account/verify-email`;
}

/**
 * True if the member has a picture or a first name, which a saved profile requires; undefined if
 * the request failed.
 */
async function hasProfile(api: Api, id: string): Promise<boolean | undefined> {
  const answer = await api.callWithSchema(oneTipster, OwnProfile, { params: { id } });
  if (answer.kind !== 'ok') return undefined;
  return Boolean(answer.reply.picture) || Boolean(answer.reply.firstName);
}

function toFailedAnswer(
  answer: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>,
): Exclude<AccountAnswer, { kind: 'ok' }> {
  if (answer.kind === 'unreachable' && isServerError(answer.status)) {
    return { kind: 'refused', code: 'internal', message: describeServerError() };
  }
  if (answer.kind !== 'refused') return { kind: 'unreachable' };
  const { code, errors } = answer.problem;
  const message = describeServerReason(answer.problem);
  return { kind: 'refused', code, message, ...(errors && { errors }) };
}

/** True if the server or its proxy failed. A captive portal, not the server, sends status 511. */
function isServerError(status = 0): boolean {
  return status >= 500 && status !== 511;
}

/** Converts the answer of a download; the message may say when the next download is possible. */
function toAccountAnswer(answer: FileAnswer): AccountAnswer<{ file: Blob }> {
  if (answer.kind === 'file') return { kind: 'ok', file: answer.file };
  if (answer.kind === 'unreachable') {
    if (answer.cause === 'no-answer') return { kind: 'unreachable' };
    return {
      kind: 'refused',
      code: 'too-slow',
      message: t`The server took too long. Try again.`,
    };
  }
  const { problem, retryAfter } = answer;
  const time =
    retryAfter === undefined ? undefined : momentText(new Date(Date.now() + retryAfter), 'time');
  const message =
    time === undefined
      ? describeServerReason(problem)
      : t`The server takes it again from ${time} on.`;
  return { kind: 'refused', code: problem.code, message };
}
