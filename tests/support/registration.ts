import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

import { Session } from '#contract/accounts.ts';

import type { Answer, Api } from './the-api.ts';

export const goodPassword = 'seven wet goalkeepers';

const Form = z.looseObject({ email: z.string(), password: z.string() });
type Form = z.infer<typeof Form>;

/** A registration as the form sends it. */
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

/** Registers, which is told to have worked whether or not the address was known. */
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

/** The session a login answered with. */
export function sessionIn(answer: Answer): Session {
  return z.parse(Session, answer.body);
}
