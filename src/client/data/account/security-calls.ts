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
} from '#contract/security.ts';
import type { AccountAnswer } from './accounts.ts';
import { makePasskey } from './passkey-browser.ts';

/** How a call about an account is made: with nothing to read in its answer, or with a shape to read it by. */
export type Asking = {
  ask: (route: Route, body?: object, params?: Record<string, string>) => Promise<AccountAnswer>;
  read: <Reply extends z.ZodMiniType>(
    route: Route,
    reply: Reply,
    body?: object,
    params?: Record<string, string>,
  ) => Promise<AccountAnswer<{ reply: z.output<Reply> }>>;
};

/** The password, and a code where the login asks for one. */
export type OwnProof = { password: string; code?: string };

/** The calls about what guards an account. They need the server; none is ever queued. */
export const securityCalls = ({ ask, read }: Asking) => ({
  /** All that guards the account. */
  security: () => read(security, Security),

  changePassword: (currentPassword: string, password: string) =>
    ask(changePassword, { currentPassword, password }),

  /** Asks for another email, which its mailbox then confirms. */
  changeEmail: (body: { email: string; password: string }) => ask(changeEmail, body),

  /** Confirms the new email; with the password where nobody is logged in to the account. */
  confirmEmail: (token: string, password?: string) =>
    ask(confirmEmail, { token, ...(password !== undefined && { password }) }),

  undoEmail: (token: string) => ask(undoEmail, { token }),

  /** Removes what a mail reported as added to the login. */
  removeGuard: (token: string) => ask(removeGuard, { token }),

  /** Passkeys and authenticator app that a new password by a mailed link is about. */
  resetGuards: (token: string) => read(resetGuards, resetGuards.reply, { token }),

  /** Asks for the secret of a new authenticator app; with a code of the one that is on. */
  beginAuthenticator: (proof: OwnProof) => read(beginAuthenticator, AuthenticatorSecret, proof),

  /** Turns it on with a first code, and tells the recovery codes. */
  confirmAuthenticator: (code: string) => read(confirmAuthenticator, RecoveryCodes, { code }),

  removeAuthenticator: (proof: OwnProof) => ask(removeAuthenticator, proof),

  /** Has this browser make a passkey, and the server keep it. */
  async addPasskey(
    password: string,
  ): Promise<AccountAnswer | { kind: 'cancelled' } | { kind: 'held' }> {
    const begun = await read(beginPasskey, NewPasskeyOptions, { password });
    if (begun.kind !== 'ok') return begun;
    const made = await makePasskey(begun.reply);
    return made.kind === 'made' ? ask(addPasskey, { response: made.response }) : made;
  },

  removePasskey: (id: string, password: string) => ask(removePasskey, { id, password }),

  /** Logs one device out. */
  endDevice: (id: string) => ask(endDevice, {}, { id }),

  /** Ends every other session, or this one as well. */
  logOutEverywhere: (stayHere: boolean) => ask(logoutEverywhere, { stayHere }),
});
