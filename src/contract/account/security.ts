import * as z from 'zod/mini';

import { NewPassword, MessageReply, SessionReply } from './accounts.ts';
import { route } from '../route.ts';
import { Email, nonEmptyCheck, Id, Instant, requiredText, LoginCode } from '../values.ts';

/**
 * The current password, required again so that nobody else can make this change on an unlocked
 * phone.
 */
const ownPassword = requiredText(1024);

/** A session. `device` names browser and operating system; empty if unknown. */
const DeviceSessionReply = z.object({
  id: Id,
  device: z.string(),
  startedAt: Instant,
  lastUsedAt: Instant,
  /** True for the session of the request. */
  here: z.boolean(),
});
export type DeviceSession = z.infer<typeof DeviceSessionReply>;

/** A passkey (WebAuthn). `device` names the device on which it was created. */
const Passkey = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

/**
 * A passkey or the authenticator app, as listed for its owner. `device` names the device on which
 * it was added.
 */
export const LoginGuard = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'authenticator']),
  device: z.string(),
  addedAt: Instant,
});
export type LoginGuard = z.infer<typeof LoginGuard>;

/** The id of the authenticator app among login guards; passkeys never have it. */
export const authenticatorId = 'authenticator';

/** All security settings of an account, for its owner. */
export const SecuritySettings = z.object({
  email: z.string(),
  /** The requested new email until it is confirmed; otherwise null. */
  nextEmail: z.nullable(z.string()),
  devices: z.array(DeviceSessionReply),
  passkeys: z.array(Passkey),
  authenticator: z.object({
    on: z.boolean(),
    /** Device and time of the activation; null while the app is off. */
    device: z.nullable(z.string()),
    addedAt: z.nullable(Instant),
    recoveryCodesLeft: z.int(),
    /** True if this administrator must activate an authenticator app before any other action. */
    required: z.boolean(),
  }),
});
export type SecuritySettings = z.infer<typeof SecuritySettings>;

/** Security settings and sessions of the caller's account. */
export const securitySettings = route('GET', '/api/auth/security', {
  summary: 'What guards my account',
  access: 'member',
  reply: SecuritySettings,
});

/** Changes the password and ends all other sessions. Mailed links for a new password stay valid. */
export const changePassword = route('POST', '/api/auth/changePassword', {
  summary: 'Change my password',
  access: 'verified',
  body: z.strictObject({ currentPassword: ownPassword, password: NewPassword }),
  reply: MessageReply,
  problems: ['invalid-input', 'wrong-password'],
});

/** Ends one session of the caller, on any device. */
export const endDeviceSession = route('DELETE', '/api/auth/devices/:id', {
  summary: 'Log out a device of mine',
  access: 'member',
  params: z.object({ id: Id }),
  reply: MessageReply,
});

/** Ends all sessions of the caller; with `stayHere` all except the current one. */
export const logoutEverywhere = route('POST', '/api/auth/logoutEverywhere', {
  summary: 'Log out everywhere',
  access: 'member',
  body: z.strictObject({ stayHere: z._default(z.boolean(), false) }),
  reply: MessageReply,
});

const tokenBody = z.strictObject({ token: requiredText(512) });

/**
 * Requests a change of email. Both addresses get a mail, and nothing changes before the new address
 * is confirmed. The response is identical if another account has the address.
 */
export const changeEmail = route('POST', '/api/auth/changeEmail', {
  summary: 'Change my email',
  access: 'member',
  body: z.strictObject({ password: ownPassword, email: Email }),
  reply: MessageReply,
  problems: ['invalid-input', 'wrong-password'],
});

/**
 * Sets the account's email with the single-use token mailed to it. The caller is logged in or sends
 * the account's password, because access to a mailbox alone must not be enough.
 */
export const confirmEmail = route('POST', '/api/auth/confirmEmail', {
  summary: 'Confirm a new email',
  access: 'open',
  body: z.strictObject({ token: requiredText(512), password: z.optional(ownPassword) }),
  reply: MessageReply,
  problems: ['link-invalid', 'invalid-input', 'wrong-password'],
});

/**
 * Undoes a change of email and all later changes, within a week, with the token mailed to the
 * former address. All sessions end, the password becomes invalid, and a link for a new password is
 * mailed to that address.
 */
export const revertEmailChange = route('POST', '/api/auth/undoEmail', {
  summary: 'Take a change of email back',
  access: 'open',
  body: tokenBody,
  reply: MessageReply,
  problems: ['link-invalid'],
});

/**
 * Lists the login guards that a new password by mailed link would remove; the link stays valid.
 * `mayStay` is false for guards added after the current password was set: these are always removed.
 */
export const listResetGuards = route('POST', '/api/auth/resetPassword/guards', {
  summary: 'What a new password removes',
  access: 'open',
  body: tokenBody,
  reply: z.object({ guards: z.array(z.extend(LoginGuard, { mayStay: z.boolean() })) }),
  problems: ['reset-expired'],
});
export type ResetGuard = z.infer<(typeof listResetGuards)['reply']>['guards'][number];

/**
 * Removes a passkey or authenticator app and all guards added later, within a week, with the token
 * of the mail that reported the guard. Later changes of the email are undone, all sessions end, the
 * password becomes invalid, and a link for a new password is mailed.
 */
export const removeGuard = route('POST', '/api/auth/removeGuard', {
  summary: 'Remove what was added to my login',
  access: 'open',
  body: tokenBody,
  reply: MessageReply,
  problems: ['link-invalid'],
});

/** The secret for an authenticator app; `address` contains it as an `otpauth:` URL. */
export const AuthenticatorSecret = z.object({ secret: z.string(), address: z.string() });

/** A code of the app or a recovery code, because a password alone must not remove the app. */
const ownCode = z.optional(LoginCode.check(nonEmptyCheck));

/**
 * Starts the setup of an authenticator app. A previous app stays active until the new app is
 * confirmed, and a code of the previous app is required.
 */
export const beginAuthenticator = route('POST', '/api/auth/authenticator', {
  summary: 'Begin with an authenticator app',
  access: 'member',
  body: z.strictObject({ password: ownPassword, code: ownCode }),
  reply: AuthenticatorSecret,
  problems: ['invalid-input', 'wrong-password', 'wrong-code'],
});

/** Ten recovery codes, each valid once in place of the app's code; returned only here. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Activates the authenticator app with its first code. */
export const confirmAuthenticator = route('POST', '/api/auth/authenticator/confirm', {
  summary: 'Turn the authenticator app on',
  access: 'member',
  body: z.strictObject({ code: LoginCode.check(nonEmptyCheck) }),
  reply: RecoveryCodes,
  problems: ['wrong-code'],
});

/** Deactivates the authenticator app, with the password and a code. */
export const removeAuthenticator = route('DELETE', '/api/auth/authenticator', {
  summary: 'Turn the authenticator app off',
  access: 'member',
  body: z.strictObject({ password: ownPassword, code: ownCode }),
  reply: MessageReply,
  problems: ['invalid-input', 'wrong-password', 'wrong-code'],
});

/**
 * WebAuthn options for creating a passkey. The server ignores unknown fields of the browser's
 * response.
 */
export const NewPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
});

/** WebAuthn options for a login with a passkey. */
export const PasskeyLoginOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

const credential = {
  id: requiredText(1024),
  rawId: requiredText(1024),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const EncodedText = requiredText(16_384);

/** The browser's response with a new passkey. */
export const NewPasskeyResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: EncodedText, attestationObject: EncodedText }),
});
export type NewPasskeyResponse = z.infer<typeof NewPasskeyResponse>;

/** The browser's response with a signature and the owner's user handle. */
export const PasskeyLoginResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: EncodedText,
    authenticatorData: EncodedText,
    signature: EncodedText,
    userHandle: z.optional(EncodedText),
  }),
});
export type PasskeyLoginResponse = z.infer<typeof PasskeyLoginResponse>;

/** Starts to add a passkey: returns the options with which the browser creates it. */
export const beginPasskey = route('POST', '/api/auth/passkeys/begin', {
  summary: 'Begin with a passkey',
  access: 'member',
  body: z.strictObject({ password: ownPassword }),
  reply: NewPasskeyOptions,
  problems: ['wrong-password'],
});

/** Stores the passkey that a browser created. */
export const addPasskey = route('POST', '/api/auth/passkeys', {
  summary: 'Add a passkey',
  access: 'member',
  body: z.strictObject({ response: NewPasskeyResponse }),
  reply: MessageReply,
  problems: ['passkey-refused'],
});

/** Removes a passkey of the caller. */
export const removePasskey = route('POST', '/api/auth/passkeys/remove', {
  summary: 'Remove a passkey',
  access: 'member',
  body: z.strictObject({ id: requiredText(1024), password: ownPassword }),
  reply: MessageReply,
  problems: ['wrong-password'],
});

/** Starts a login with a passkey, before the account is known. */
export const beginPasskeyLogin = route('POST', '/api/auth/passkeyLogin/begin', {
  summary: 'Begin to log in with a passkey',
  access: 'open',
  body: z.strictObject({}),
  reply: PasskeyLoginOptions,
});

/** Returns a token for a passkey's signature, which replaces password and code. */
export const passkeyLogin = route('POST', '/api/auth/passkeyLogin', {
  summary: 'Log in with a passkey',
  access: 'open',
  body: z.strictObject({
    response: PasskeyLoginResponse,
    rememberMe: z._default(z.boolean(), true),
  }),
  reply: SessionReply,
  problems: ['passkey-refused'],
});
