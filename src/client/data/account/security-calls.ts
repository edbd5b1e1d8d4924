import type * as z from 'zod/mini';
import type { Route } from '#contract/route.ts';
import {
  addPasskey,
  AuthenticatorSecret,
  beginAuthenticator,
  beginPasskey,
  changeEmail,
  changePassword,
  confirmAuthenticator,
  confirmEmail,
  endDevice,
  logoutEverywhere,
  NewPasskeyOptions,
  RecoveryCodes,
  removeAuthenticator,
  removeGuard,
  removePasskey,
  resetGuards,
  security,
  Security,
  undoEmail,
} from '#contract/account/security.ts';
import type { FileTarget } from '#sync/own-data-file.ts';
import type { AccountAnswer } from './accounts.ts';
import { makePasskey } from './passkey-browser.ts';

/** Functions that make a call: `send` without a reply, `read` with a parsed one, `file` for a file. */
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

/** The password, and a code if the account has the authenticator app. */
export type OwnProof = { password: string; code?: string };

/** Calls about the security of an account. They need the server; none is ever queued. */
export const securityCalls = ({ send, read }: Pick<AccountRequests, 'send' | 'read'>) => ({
  /** Reads sessions, passkeys and the authenticator app. */
  security: () => read(security, Security),

  changePassword: (currentPassword: string, password: string) =>
    send(changePassword, { currentPassword, password }),

  /** Requests a change of email, which a link to the new address confirms. */
  changeEmail: (body: { email: string; password: string }) => send(changeEmail, body),

  /** Confirms the new email; requires the password unless the account is logged in here. */
  confirmEmail: (token: string, password?: string) =>
    send(confirmEmail, { token, ...(password !== undefined && { password }) }),

  undoEmail: (token: string) => send(undoEmail, { token }),

  /** Removes a passkey or authenticator app that a mail reported as added. */
  removeGuard: (token: string) => send(removeGuard, { token }),

  /** Reads the passkeys and authenticator app that a password reset may keep. */
  resetGuards: (token: string) => read(resetGuards, resetGuards.reply, { token }),

  /** Requests the secret of a new authenticator app; requires a code of the current one, if any. */
  beginAuthenticator: (proof: OwnProof) => read(beginAuthenticator, AuthenticatorSecret, proof),

  /** Turns the authenticator app on with a first code; returns the recovery codes. */
  confirmAuthenticator: (code: string) => read(confirmAuthenticator, RecoveryCodes, { code }),

  removeAuthenticator: (proof: OwnProof) => send(removeAuthenticator, proof),

  /** Creates a passkey in this browser and registers it on the server. */
  async addPasskey(
    password: string,
  ): Promise<AccountAnswer | { kind: 'cancelled' } | { kind: 'held' }> {
    const begun = await read(beginPasskey, NewPasskeyOptions, { password });
    if (begun.kind !== 'ok') return begun;
    const made = await makePasskey(begun.reply);
    return made.kind === 'made' ? send(addPasskey, { response: made.response }) : made;
  },

  removePasskey: (id: string, password: string) => send(removePasskey, { id, password }),

  /** Ends the session of one device. */
  endDevice: (id: string) => send(endDevice, {}, { id }),

  /** Ends every other session, or with `stayHere` false this one as well. */
  logOutEverywhere: (stayHere: boolean) => send(logoutEverywhere, { stayHere }),
});
