import { randomUUID } from 'node:crypto';

import { openSession, lifetimeOf } from '#server/auth/sessions.ts';
import { members } from '#server/db/schema.ts';
import { searchNameOf } from '#server/members/names.ts';
import type { Services } from '#server/services.ts';

export type Member = {
  id: string;
  email: string;
  token: string;
  /** What a signed-in request sends. */
  headers: { authorization: string };
};

type Given = Partial<typeof members.$inferInsert> & {
  /** Whether the email is verified; it is unless a test says otherwise. */
  verified?: boolean;
};

/** The hash of a password nobody knows: a test about passwords registers its own member. */
const unknownPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$uq8cfDQSxxa8pEvx/Nshug$x+hVoN1hWyoc/rEZ5nUy4NXoDJXW/Fm9GvzRrcPj2tA';

/** A signed-in tipster with a full profile, and whatever of it matters to the test. */
export async function aMember(services: Services, given: Given = {}): Promise<Member> {
  const { verified = true, ...fields } = given;
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
    searchName: searchNameOf({ userName, firstName, lastName }),
  };
  await services.database.insert(members).values(row);
  const session = await openSession(services.database, services.settings.jwtSecret, {
    member: { ...row, role: row.role ?? 'member' },
    now,
    lifetime: lifetimeOf(true),
  });
  const token = session.access_token;
  return { id, email: row.email, token, headers: { authorization: `Bearer ${token}` } };
}
