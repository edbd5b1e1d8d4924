import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';

import { SessionReply } from '#contract/account/accounts.ts';
import { toSessionLifetimeMs, openSession } from '#server/auth/sessions.ts';
import { members } from '#server/db/schema.ts';
import { toSearchName } from '#server/members/names.ts';
import type { Settings } from '#server/platform/settings.ts';
import type { Services } from '#server/services.ts';

import type { Answer, Api } from '../server/api.ts';

export type Member = {
  id: string;
  email: string;
  token: string;
  /** Headers of a request by this member. */
  headers: { authorization: string };
};

type MemberFields = Partial<typeof members.$inferInsert> & {
  /** False if the email is not verified; true by default. */
  verified?: boolean;
};

/** The hash of an unknown password; a test that needs a password registers its own member. */
export const unknownPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$uq8cfDQSxxa8pEvx/Nshug$x+hVoN1hWyoc/rEZ5nUy4NXoDJXW/Fm9GvzRrcPj2tA';

/** Inserts a logged-in tipster with a complete profile; the test may replace fields. */
export async function aMember(
  services: Pick<Services, 'database' | 'clock'> & { settings: Pick<Settings, 'jwtSecret'> },
  values: MemberFields = {},
): Promise<Member> {
  const { verified = true, ...fields } = values;
  const { userName = 'someone', firstName = 'Ada', lastName = 'Obi' } = fields;
  const now = services.clock();
  const id = fields.id ?? randomUUID();
  const row = {
    id,
    email: `${id}@example.org`,
    passwordHash: unknownPassword,
    phoneNumber: '+2348012345678',
    country: 'NG',
    state: 'Lagos',
    address: '1 Marina',
    isTipster: true,
    role: 'member' as const,
    emailVerifiedAt: verified ? now : null,
    createdAt: now,
    ...fields,
    userName,
    firstName,
    lastName,
    searchName: toSearchName({ userName, firstName, lastName }),
  };
  await services.database.insert(members).values(row);
  const session = await openSession(services.database, services.settings.jwtSecret, {
    member: { ...row, role: row.role ?? 'member' },
    now,
    lifetimeMs: toSessionLifetimeMs(true),
  });
  const token = session.access_token;
  return { id, email: row.email, token, headers: { authorization: `Bearer ${token}` } };
}

/** Returns the stored row of a member, found by id or by email. */
export async function rowOf({ database }: Pick<Api, 'database'>, member: string | { id: string }) {
  const its = typeof member === 'string' ? eq(members.email, member) : eq(members.id, member.id);
  const [row] = await database.select().from(members).where(its);
  return row;
}

export const goodPassword = 'seven wet goalkeepers';

const Form = z.looseObject({ email: z.string(), password: z.string() });
type Form = z.infer<typeof Form>;

/** The body of a registration as the form sends it. */
export function aRegistration(fields: Record<string, unknown> = {}): Form {
  return z.parse(Form, {
    userName: 'Ada',
    phoneNumber: '+2348012345678',
    email: `${randomUUID()}@example.org`,
    password: goodPassword,
    password_confirmation: fields['password'] ?? goodPassword,
    clientBaseUrl: 'http://localhost:3000/account/verify-email',
    isTipster: true,
    ...fields,
  });
}

/** Registers an account; the response does not show whether the address is known. */
export async function register(api: Api, fields: Record<string, unknown> = {}): Promise<Form> {
  const form = aRegistration(fields);
  const answer = await api.post('/api/users', { body: form });
  if (answer.status !== 200) throw new Error(`registering failed: ${JSON.stringify(answer.body)}`);
  return form;
}

export async function logIn(
  api: Api,
  credentials: { email: string; password: string; rememberMe?: boolean },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { email, password, rememberMe } = credentials;
  const body = { email, password, ...(rememberMe !== undefined && { rememberMe }) };
  return api.post('/api/auth', { body, headers });
}

/** Parses the session in a login response. */
export function sessionIn(answer: Answer): SessionReply {
  return z.parse(SessionReply, answer.body);
}
