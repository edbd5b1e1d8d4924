import * as z from 'zod/mini';

import { NewPassword, Said, Session } from './accounts.ts';
import { route } from './route.ts';
import { Email, filled, Id, Instant, requiredText, TypedCode } from './values.ts';

/** The password one has, asked again before what a stranger at one's phone must not do. */
const ownPassword = requiredText(1024);

/** Where somebody is logged in. `device` says browser and system, or nothing that is known. */
const Device = z.object({
  id: Id,
  device: z.string(),
  startedAt: Instant,
  lastUsedAt: Instant,
  /** Whether it is the one that asks. */
  here: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** A key on a device or a stick that logs in without a password. `device` says where it was made. */
const Passkey = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

/** A passkey or the authenticator app, as its owner knows it again. `device` says where it was added. */
export const LoginGuard = z.object({
  id: z.string(),
  kind: z.enum(['passkey', 'authenticator']),
  device: z.string(),
  addedAt: Instant,
});
export type LoginGuard = z.infer<typeof LoginGuard>;

/** The id of the authenticator app among login guards; no passkey can have it. */
export const authenticatorId = 'authenticator';

/** All that guards an account, as its owner sees it. */
export const Security = z.object({
  email: z.string(),
  /** The address that is to become the email once its mailbox confirms it; null where none is. */
  nextEmail: z.nullable(z.string()),
  devices: z.array(Device),
  passkeys: z.array(Passkey),
  authenticator: z.object({
    on: z.boolean(),
    /** The place and time of turning it on; null where it is off. */
    device: z.nullable(z.string()),
    addedAt: z.nullable(Instant),
    recoveryCodesLeft: z.int(),
    /** Whether nothing of an administrator's can be done without one. */
    required: z.boolean(),
  }),
});
export type Security = z.infer<typeof Security>;

/** What guards my account: where it is logged in. */
export const security = route('GET', '/api/auth/security', {
  summary: 'What guards my account',
  access: 'member',
  reply: Security,
});

/** Changes the password and ends every other session. Mailed links to choose another go on working. */
export const changePassword = route('POST', '/api/auth/changePassword', {
  summary: 'Change my password',
  access: 'verified',
  body: z.strictObject({ currentPassword: ownPassword, password: NewPassword }),
  reply: Said,
  problems: ['invalid-input', 'wrong-password'],
});

/** Ends one session of one's own, on whichever device it is. */
export const endDevice = route('DELETE', '/api/auth/devices/:id', {
  summary: 'Log out a device of mine',
  access: 'member',
  params: z.object({ id: Id }),
  reply: Said,
});

/** Ends every session of one's own, or every other one where `stayHere` says so. */
export const logoutEverywhere = route('POST', '/api/auth/logoutEverywhere', {
  summary: 'Log out everywhere',
  access: 'member',
  body: z.strictObject({ stayHere: z._default(z.boolean(), false) }),
  reply: Said,
});

const token = z.strictObject({ token: requiredText(512) });

/**
 * Asks for another email. Both mailboxes are told, and nothing changes before the new one confirms;
 * answers alike where the address belongs to somebody else.
 */
export const changeEmail = route('POST', '/api/auth/changeEmail', {
  summary: 'Change my email',
  access: 'member',
  body: z.strictObject({ password: ownPassword, email: Email }),
  reply: Said,
  problems: ['invalid-input', 'wrong-password'],
});

/**
 * Makes an address the email of its account, with the one-use token mailed to it. The caller is logged in to
 * that account or sends its password: a mailbox alone takes over no account that another person made.
 */
export const confirmEmail = route('POST', '/api/auth/confirmEmail', {
  summary: 'Confirm a new email',
  access: 'open',
  body: z.strictObject({ token: requiredText(512), password: z.optional(ownPassword) }),
  reply: Said,
  problems: ['link-invalid', 'invalid-input', 'wrong-password'],
});

/**
 * Takes a change of email and every later one back, within a week and with the token mailed to the former
 * address. Every session ends, the password is void, and a link to choose another is mailed to that address.
 */
export const undoEmail = route('POST', '/api/auth/undoEmail', {
  summary: 'Take a change of email back',
  access: 'open',
  body: token,
  reply: Said,
  problems: ['link-invalid'],
});

/**
 * Passkeys and the authenticator app that a new password by a mailed link is about; the link stays unused.
 * `mayStay` is false for what was added since the password was last chosen: that is removed.
 */
export const resetGuards = route('POST', '/api/auth/resetPassword/guards', {
  summary: 'What a new password removes',
  access: 'open',
  body: token,
  reply: z.object({ guards: z.array(z.extend(LoginGuard, { mayStay: z.boolean() })) }),
  problems: ['reset-expired'],
});
export type ResetGuard = z.infer<(typeof resetGuards)['reply']>['guards'][number];

/**
 * Removes a passkey or authenticator app and all that was added later, within a week and with the token of
 * the mail that reported it. Changes of the email since are taken back, every session ends, the password is
 * void, and a link to choose another is mailed.
 */
export const removeGuard = route('POST', '/api/auth/removeGuard', {
  summary: 'Remove what was added to my login',
  access: 'open',
  body: token,
  reply: Said,
  problems: ['link-invalid'],
});

/** What an authenticator app is told: the secret to type, or an address that holds it. */
export const AuthenticatorSecret = z.object({ secret: z.string(), address: z.string() });

/** A code of the app that is on, or a recovery code; a password alone does not take the app away. */
const ownCode = z.optional(TypedCode.check(filled));

/**
 * Begins with an authenticator app. The one before guards the login until this one is confirmed, and is
 * replaced only with a code of it.
 */
export const beginAuthenticator = route('POST', '/api/auth/authenticator', {
  summary: 'Begin with an authenticator app',
  access: 'member',
  body: z.strictObject({ password: ownPassword, code: ownCode }),
  reply: AuthenticatorSecret,
  problems: ['invalid-input', 'wrong-password', 'wrong-code'],
});

/** Ten codes, each good for one login without the app; they are told once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Turns the authenticator app on with a first code of it. */
export const confirmAuthenticator = route('POST', '/api/auth/authenticator/confirm', {
  summary: 'Turn the authenticator app on',
  access: 'member',
  body: z.strictObject({ code: TypedCode.check(filled) }),
  reply: RecoveryCodes,
  problems: ['wrong-code'],
});

/** Turns the authenticator app off, with the password and a code. */
export const removeAuthenticator = route('DELETE', '/api/auth/authenticator', {
  summary: 'Turn the authenticator app off',
  access: 'member',
  body: z.strictObject({ password: ownPassword, code: ownCode }),
  reply: Said,
  problems: ['invalid-input', 'wrong-password', 'wrong-code'],
});

/**
 * What a browser is handed to make a key, and what it hands back, in WebAuthn's own words; a browser may
 * add more to its answers than the server reads.
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

/** What a browser is handed to sign with a key. */
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
const part = requiredText(16_384);

/** A key that a browser made. */
export const MadePasskey = z.object({
  ...credential,
  response: z.object({ clientDataJSON: part, attestationObject: part }),
});
export type MadePasskey = z.infer<typeof MadePasskey>;

/** A signature of a key, with the handle of the member it was made for. */
export const SignedByPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.optional(part),
  }),
});
export type SignedByPasskey = z.infer<typeof SignedByPasskey>;

/** Begins with a passkey of one's own. */
export const beginPasskey = route('POST', '/api/auth/passkeys/begin', {
  summary: 'Begin with a passkey',
  access: 'member',
  body: z.strictObject({ password: ownPassword }),
  reply: NewPasskeyOptions,
  problems: ['wrong-password'],
});

/** Keeps the passkey that a browser made. */
export const addPasskey = route('POST', '/api/auth/passkeys', {
  summary: 'Add a passkey',
  access: 'member',
  body: z.strictObject({ response: MadePasskey }),
  reply: Said,
  problems: ['passkey-refused'],
});

/** Removes a passkey of one's own. */
export const removePasskey = route('POST', '/api/auth/passkeys/remove', {
  summary: 'Remove a passkey',
  access: 'member',
  body: z.strictObject({ id: requiredText(1024), password: ownPassword }),
  reply: Said,
  problems: ['wrong-password'],
});

/** Begins a login with a passkey, whoever is going to come. */
export const beginPasskeyLogin = route('POST', '/api/auth/passkeyLogin/begin', {
  summary: 'Begin to log in with a passkey',
  access: 'open',
  body: z.strictObject({}),
  reply: PasskeyLoginOptions,
});

/** Exchanges what a passkey signed for a token; it stands for password and code together. */
export const passkeyLogin = route('POST', '/api/auth/passkeyLogin', {
  summary: 'Log in with a passkey',
  access: 'open',
  body: z.strictObject({ response: SignedByPasskey, rememberMe: z._default(z.boolean(), true) }),
  reply: Session,
  problems: ['passkey-refused'],
});
