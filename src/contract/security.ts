import * as z from 'zod/mini';

import { NewPassword, Said } from './accounts.ts';
import { route } from './route.ts';
import { Id, Instant, requiredText } from './values.ts';

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

/** All that guards an account, as its owner sees it. */
export const Security = z.object({
  email: z.string(),
  devices: z.array(Device),
});
export type Security = z.infer<typeof Security>;

/** What guards my account: where it is logged in. */
export const security = route('GET', '/api/auth/security', {
  summary: 'What guards my account',
  access: 'member',
  reply: Security,
});

/** Changes the password, ends every other session and voids mailed links to choose another. */
export const changePassword = route('POST', '/api/auth/changePassword', {
  summary: 'Change my password',
  access: 'member',
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
