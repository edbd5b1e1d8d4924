import * as z from 'zod/mini';

import { passwordLength } from './limits.ts';
import { Profile } from './members.ts';
import { choosePush } from './push.ts';
import { route } from './route.ts';
import { Tip } from './tips.ts';
import { Email, filled, Id, Instant, requiredText, TypedCode, UserName } from './values.ts';

/** A password as somebody chooses it; whether it is too common is for the server to say. */
export const NewPassword = z
  .string()
  .check(filled, z.minLength(passwordLength.min), z.maxLength(passwordLength.max));

/** Where the mailed link is to lead, in both spellings that clients use. */
const linkBase = {
  clientBaseUrl: z.optional(z.string()),
  clientBaseURL: z.optional(z.string()),
};

/** The registration form; `ageConfirmed` is asked by our form and may be absent elsewhere. */
export const Registration = z
  .strictObject({
    email: Email,
    userName: UserName,
    phoneNumber: requiredText(32),
    password: NewPassword,
    password_confirmation: requiredText(passwordLength.max),
    ...linkBase,
    isTipster: z.optional(z.union([z.boolean(), z.literal(0), z.literal(1)])),
    ageConfirmed: z.optional(z.literal(true)),
  })
  .check(
    z.refine(
      (form: { password: string; password_confirmation: string }) =>
        form.password === form.password_confirmation,
      { path: ['password_confirmation'], params: { code: 'mismatch' } },
    ),
  );
export type Registration = z.infer<typeof Registration>;

/** Email and password; `rememberMe` keeps the session for 30 days instead of 12 hours. */
export const Credentials = z.strictObject({
  email: Email,
  password: requiredText(1024),
  rememberMe: z._default(z.boolean(), true),
  /** Of an authenticator app, or a recovery code, where the account has one. */
  code: z.optional(TypedCode),
});
export type Credentials = z.input<typeof Credentials>;

/** The login answer, stored by the client as its current user. */
export const Session = z.object({ access_token: z.string(), userId: Id });
export type Session = z.infer<typeof Session>;

/** A sentence for clients that show what they are told. */
export const Said = z.object({ message: z.string() });

/** Makes an unverified account and sends the mail; answers alike for a known address. */
export const register = route('POST', '/api/users', {
  summary: 'Register',
  access: 'open',
  body: Registration,
  reply: Said,
  problems: ['invalid-input'],
});

/** Exchanges email and password for a token. */
export const login = route('POST', '/api/auth', {
  summary: 'Log in',
  access: 'open',
  body: Credentials,
  reply: Session,
  problems: ['wrong-credentials', 'code-required', 'wrong-code'],
});

/** Sends the verification mail again; answers alike for an unknown address. */
export const resendVerification = route('POST', '/api/auth/sendEmailVerificationToken', {
  summary: 'Send the verification mail again',
  access: 'open',
  body: z.strictObject({ email: Email, ...linkBase }),
  reply: Said,
  problems: ['invalid-input'],
});

/** Verifies an email with the one-use token of the mailed link. */
export const validateEmail = route('POST', '/api/auth/validateEmailToken', {
  summary: 'Verify an email',
  access: 'open',
  body: z.strictObject({ access_token: requiredText(512) }),
  reply: Said,
  problems: ['link-invalid'],
});

/** Mails a link to choose a new password; answers alike for an unknown address. */
export const forgotPassword = route('POST', '/api/auth/forgotPassword', {
  summary: 'Ask for a link to choose a new password',
  access: 'open',
  body: z.strictObject({ email: Email, ...linkBase }),
  reply: Said,
  problems: ['invalid-input'],
});

/**
 * Sets a new password with the one-use token of the mailed link, and ends every session. Passkeys and the
 * authenticator app are removed, but for those that `keep` names and that are older than the password before.
 */
export const resetPassword = route('POST', '/api/auth/resetPassword', {
  summary: 'Choose a new password',
  access: 'open',
  body: z.strictObject({
    token: requiredText(512),
    password: NewPassword,
    keep: z._default(z.array(requiredText(1024)).check(z.maxLength(200)), []),
  }),
  reply: z.object({}),
  problems: ['invalid-input', 'reset-expired'],
});

/** Exchanges a token past half its life for a fresh one. */
export const renew = route('POST', '/api/auth/renew', {
  summary: 'Renew the session',
  access: 'member',
  isEntry: true,
  reply: Session,
});

/** Ends the session of the token that asks. */
export const logout = route('POST', '/api/auth/logout', {
  summary: 'Log out',
  access: 'member',
  reply: Said,
});

/** What ends one session and can do nothing else: its id, and the `end` of its token. */
export const SessionEnd = z.strictObject({ session: Id, end: requiredText(64) });
export type SessionEnd = z.infer<typeof SessionEnd>;

/** Ends a session whose token is not there any more; succeeds as well where it has ended. */
export const endSession = route('POST', '/api/auth/endSession', {
  summary: 'End a session that was logged out without a connection',
  access: 'open',
  body: SessionEnd,
  reply: Said,
  problems: ['invalid-input'],
});

/**
 * Everything of a member's own: profile, every tip that stands, newest first, follows and what is pushed
 * to which browsers, all as it was at one moment. `former` says that a followed account was deleted; there is no name then.
 */
export const OwnData = z.object({
  exportedAt: Instant,
  profile: Profile,
  tips: z.array(Tip),
  follows: z.array(
    z.object({
      tipsterId: Id,
      name: z.string(),
      former: z.optional(z.boolean()),
      since: Instant,
    }),
  ),
  push: z.object({
    ...choosePush.body.shape,
    tipsters: z.array(Id),
    browsers: z.array(z.object({ service: z.string(), since: Instant })),
  }),
  pools: z.array(
    z.object({
      id: Id,
      name: z.string(),
      from: z.string(),
      until: z.string(),
      sportKey: z.optional(z.string()),
      isOwner: z.boolean(),
      joinedAt: Instant,
    }),
  ),
});
export type OwnData = z.infer<typeof OwnData>;

/**
 * One's own data as a file. `json` is the reply below; `csv` is text (`text/csv`, UTF-8 with a byte
 * order mark) with one line per leg of one's own tips, and no cell that a spreadsheet would run.
 */
export const exportOwnData = route('GET', '/api/users/me/export', {
  summary: 'Everything of my own',
  access: 'member',
  query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json') }),
  reply: OwnData,
});

/**
 * Deletes one's own account, for good. Name, phone, address, picture, follows and pools go and
 * every session ends; posted tips stay, as those of a former member, since a record cannot be shed.
 */
export const deleteAccount = route('DELETE', '/api/users/me', {
  summary: 'Delete my account',
  access: 'member',
  body: z.strictObject({ password: requiredText(1024) }),
  reply: z.object({ id: Id }),
  problems: ['wrong-password'],
});
