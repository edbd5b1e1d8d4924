import * as z from 'zod/mini';

import { passwordLength } from '../limits.ts';
import { Profile } from '../members.ts';
import { savePushSettings } from './push.ts';
import { route } from '../route.ts';
import { Tip } from '../tips.ts';
import { Email, nonEmptyCheck, Id, Instant, requiredText, LoginCode, UserName } from '../values.ts';

/** A new password; the server also refuses common passwords (`too-common`). */
export const NewPassword = z
  .string()
  .check(nonEmptyCheck, z.minLength(passwordLength.min), z.maxLength(passwordLength.max));

/** Base URL of the link in the mail; clients send either spelling. */
const linkBase = {
  clientBaseUrl: z.optional(z.string()),
  clientBaseURL: z.optional(z.string()),
};

/** The registration form. The app always sends `ageConfirmed`; other clients may omit it. */
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

/** Email and password; `rememberMe` extends the session from 12 hours to 30 days. */
export const Credentials = z.strictObject({
  email: Email,
  password: requiredText(1024),
  rememberMe: z._default(z.boolean(), true),
  /** A code of the authenticator app or a recovery code; required if the account has an app. */
  code: z.optional(LoginCode),
});
export type Credentials = z.input<typeof Credentials>;

/** The response to a login, which the client stores as its current user. */
export const SessionReply = z.object({ access_token: z.string(), userId: Id });
export type SessionReply = z.infer<typeof SessionReply>;

/** An English message, for clients that display the response directly. */
export const MessageReply = z.object({ message: z.string() });

/** Creates an unverified account and mails a link; the response for a known address is equal. */
export const register = route('POST', '/api/users', {
  summary: 'Register',
  access: 'open',
  body: Registration,
  reply: MessageReply,
  problems: ['invalid-input'],
});

/** Exchanges email and password for a token. */
export const login = route('POST', '/api/auth', {
  summary: 'Log in',
  access: 'open',
  body: Credentials,
  reply: SessionReply,
  problems: ['wrong-credentials', 'code-required', 'wrong-code'],
});

/** Sends the verification mail again; the response for an unknown address is identical. */
export const resendVerification = route('POST', '/api/auth/sendEmailVerificationToken', {
  summary: 'Send the verification mail again',
  access: 'open',
  body: z.strictObject({ email: Email, ...linkBase }),
  reply: MessageReply,
  problems: ['invalid-input'],
});

/** Verifies an email with the single-use token of the mailed link. */
export const validateEmail = route('POST', '/api/auth/validateEmailToken', {
  summary: 'Verify an email',
  access: 'open',
  body: z.strictObject({ access_token: requiredText(512) }),
  reply: MessageReply,
  problems: ['link-invalid'],
});

/** Mails a link to choose a new password; the response for an unknown address is identical. */
export const forgotPassword = route('POST', '/api/auth/forgotPassword', {
  summary: 'Ask for a link to choose a new password',
  access: 'open',
  body: z.strictObject({ email: Email, ...linkBase }),
  reply: MessageReply,
  problems: ['invalid-input'],
});

/**
 * Sets a new password with the single-use token of the mailed link, and ends all sessions. Removes
 * passkeys and the authenticator app, except those in `keep` that were added before the current
 * password was set.
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

/** Returns a token of the caller's session; extends the session after half of its lifetime. */
export const renewLogin = route('POST', '/api/auth/renew', {
  summary: 'Renew the session',
  access: 'member',
  isEntry: true,
  reply: SessionReply,
});

/** Ends the session of the request's token. */
export const logout = route('POST', '/api/auth/logout', {
  summary: 'Log out',
  access: 'member',
  reply: MessageReply,
});

/** The right to end one session and nothing else: its id, and the `end` claim of its token. */
export const SessionEnd = z.strictObject({ session: Id, end: requiredText(64) });
export type SessionEnd = z.infer<typeof SessionEnd>;

/** Ends a session whose token the device has deleted; also succeeds if it has already ended. */
export const endSession = route('POST', '/api/auth/endSession', {
  summary: 'End a session that was logged out without a connection',
  access: 'open',
  body: SessionEnd,
  reply: MessageReply,
  problems: ['invalid-input'],
});

/**
 * All data of a member, read in one transaction: profile, tips (newest first), follows and push
 * settings. `former` means that a followed account was deleted and has no name.
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
    ...savePushSettings.body.shape,
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
 * The member's own data as a file. `json` is `OwnData`; `csv` (UTF-8 with byte order mark) has one
 * line per leg of own tips, and no cell starts a spreadsheet formula.
 */
export const exportOwnData = route('GET', '/api/users/me/export', {
  summary: 'Everything of my own',
  access: 'member',
  query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json') }),
  reply: OwnData,
});

/**
 * Deletes the member's own account permanently: name, phone, address, picture, follows and pools
 * are deleted, and all sessions end. Posted tips remain, without the name, so that nobody can
 * delete a record.
 */
export const deleteAccount = route('DELETE', '/api/users/me', {
  summary: 'Delete my account',
  access: 'member',
  body: z.strictObject({ password: requiredText(1024) }),
  reply: z.object({ id: Id }),
  problems: ['wrong-password'],
});
