import {
  aRegistration,
  goodPassword,
  type Member,
  unknownPassword,
} from '../../testing/people/members.ts';
import { profile, save as profilePath } from '../../testing/server/busy-server.ts';
import { type Attack, call, type Ground, type Try } from './attack.ts';

const ofTokens = 'refuses every token that this server did not issue';

export function save(
  by: Ground['ann'],
  change: object,
  answers: string,
  fields: string[] = [],
): Try {
  return call(by, `PUT ${profilePath}`, answers, { body: { ...profile, ...change }, fields });
}

function deleteAccount(by: Ground['ann'], body: object, answers: string, fields: string[] = []) {
  return call(by, 'DELETE /api/users/me', answers, { body, fields });
}

function auth(
  path: string,
  body: object,
  answers: string,
  fields: string[] = [],
  by?: Member,
): Try {
  return call(by, `POST /api/auth${path}`, answers, { body, fields });
}

/** Requests a members-only list with this Authorization header. */
function as(authorization: string | string[], answers: string): Try {
  return call(undefined, 'GET /api/tips', answers, { headers: { authorization } });
}

const forbiddenAtSignUp = [
  'role',
  'emailVerified',
  'emailVerifiedAt',
  'id',
  'createdAt',
  'passwordHash',
  'followers',
];

/** Registers with invalid fields. */
export function registers(change: Record<string, unknown>): Try {
  const body = { ...aRegistration(), ...change };
  return call(undefined, 'POST /api/users', '400 invalid-input', {
    body,
    fields: Object.keys(change),
  });
}

/** Attacks on accounts: impersonation, unauthorized login, and finding out who has an account. */
export const attacksOnAccounts: readonly Attack[] = [
  {
    number: 8,
    attack: 'a registration contains a role, an id or a verified address',
    tries: () => forbiddenAtSignUp.map((field) => registers({ [field]: 'administrator' })),
  },
  {
    number: 9,
    attack: 'a member saves a profile with a role, a verified address or a rating',
    tries: ({ ann }) =>
      ['role', 'isAdmin', 'emailVerified', 'stars', 'followers'].map((field) =>
        save(ann, { [field]: 'administrator' }, '400 invalid-input', [field]),
      ),
  },
  {
    number: 10,
    attack: 'a member saves the profile of another member',
    tries: ({ ann, bob }) => [
      save(ann, { id: bob.id }, '422 identity-mismatch'),
      save(ann, { id: bob.id.toUpperCase() }, '422 identity-mismatch'),
      deleteAccount(ann, { password: goodPassword, id: bob.id }, '400 invalid-input', ['id']),
    ],
    coveredBy: { 'server/members/picture.test.ts': ['is refused with $status: $name'] },
  },
  {
    number: 11,
    attack: 'a member changes the email by the profile form, or without the password',
    tries: ({ ann }) => [
      save(ann, { email: 'new@example.org' }, '422 identity-mismatch'),
      auth('/changeEmail', { email: 'new@example.org' }, '400 invalid-input', [], ann),
      auth(
        '/changeEmail',
        { email: 'new@example.org', password: 'x' },
        '422 wrong-password',
        [],
        ann,
      ),
    ],
    coveredBy: {
      'server/auth/email-change.test.ts': [
        'sends mails to both addresses, and changes nothing yet',
      ],
    },
  },
  {
    number: 23,
    attack: 'a token claims that it needs no signature',
    coveredBy: { 'server/auth/session.test.ts': [ofTokens] },
  },
  {
    number: 24,
    attack: 'a token is signed with another algorithm',
    coveredBy: { 'server/auth/session.test.ts': [ofTokens] },
  },
  {
    number: 25,
    attack: 'a token is signed with another key, or contains its key',
    coveredBy: { 'server/auth/session.test.ts': [ofTokens] },
  },
  {
    number: 26,
    attack: 'a token claims another time, member, role or audience',
    coveredBy: {
      'server/auth/session.test.ts': [
        ofTokens,
        'ends when its member is deleted',
        'has the role and verification of the database, whatever the token claims',
      ],
    },
  },
  {
    number: 27,
    attack: 'a token for one purpose is used for another',
    tries: ({ ann, linkToken }) => [
      as(`Bearer ${linkToken}`, '401 session-ended'),
      auth('/confirmEmail', { token: linkToken }, '400 link-invalid'),
      auth('/undoEmail', { token: linkToken }, '400 link-invalid'),
      ...[ann.token, linkToken].map((token) =>
        auth('/resetPassword', { token, password: goodPassword }, '400 reset-expired'),
      ),
    ],
    coveredBy: {
      'server/auth/accounts.test.ts': [
        'is refused with a session token, a part of a link, or the stored hash',
      ],
      'server/auth/password-reset.test.ts': [
        'is not set by a verification link, a part of a link, or the stored hash',
      ],
    },
  },
  {
    number: 28,
    attack: 'a token is incomplete, doubled, quoted or huge',
    tries: ({ ann: { token } }) => [
      as('', '401 session-ended'),
      as(token, '401 session-ended'),
      as(`Basic ${token}`, '401 session-ended'),
      as(`Bearer ${token} x`, '401 session-ended'),
      as(`Bearer ${token}.x`, '401 session-ended'),
      as(`Bearer "${token}"`, '401 session-ended'),
      as(`Bearer  ${token}`, '401 session-ended'),
      as(`Bearer ${token.split('.').slice(0, 2).join('.')}`, '401 session-ended'),
      as(['Bearer x.y.z', `Bearer ${token}`], '401 session-ended'),
      as(`Bearer ${token}, Bearer ${token}`, '401 session-ended'),
      as(`Bearer ${'a'.repeat(20_000)}`, '431 invalid-input'),
    ],
  },
  {
    number: 29,
    attack: 'a site in production starts with a weak secret, or without a secret',
    coveredBy: {
      'server/platform/settings.test.ts': [
        'settings with a default elsewhere are required',
        'the secret %s is refused',
      ],
      'server/platform/start.test.ts': ['exits with 1 and an error message per variable'],
    },
  },
  {
    number: 30,
    attack: 'a token is used after a logout, a password change or a deletion',
    coveredBy: {
      'server/auth/session.test.ts': ['ends with the logout of its own token, and no other'],
      'server/auth/security.test.ts': ['logs out every device except the one that changes it'],
      'server/auth/password-reset.test.ts': [
        'replaces the old password once, and ends every session',
      ],
      'server/members/account-deletion.test.ts': [
        'ends every session, and voids password and links',
      ],
    },
  },
  {
    number: 31,
    attack: 'the stored passwords are stolen',
    tries: ({ ann }) => [
      auth('', { email: ann.email, password: unknownPassword }, '401 wrong-credentials'),
      deleteAccount(ann, { password: unknownPassword }, '422 wrong-password'),
    ],
    coveredBy: {
      'server/auth/accounts.test.ts': ['makes an unverified tipster with an argon2id hash'],
      'server/auth/session.test.ts': ['rehashes a password that was hashed with a lower cost'],
    },
  },
  {
    number: 32,
    attack: 'a password is short, common, equal to the email, or truncated',
    tries: () =>
      [{ password: 12345678 }, { password_confirmation: 'something else' }].map(registers),
    coveredBy: {
      'server/auth/accounts.test.ts': [
        'refuses the password $password as $code',
        'accepts a password unchanged that $because',
      ],
      'server/auth/password-strength.test.ts': [
        'a password of %s is too common',
        'the most frequent passwords are all too common',
      ],
    },
  },
  {
    number: 33,
    attack: 'a password is guessed from one IP address, and from a hundred',
    coveredBy: {
      'server/auth/session.test.ts': [
        'is limited per IP address for a quarter of an hour',
        'is limited for a hundred IP addresses, but not for the one that the owner uses',
      ],
      'server/platform/two-servers.test.ts': ['count wrong passwords together'],
    },
  },
  {
    number: 34,
    attack: 'many concurrent logins prevent other requests',
    coveredBy: {
      'server/admission/floods.test.ts': [
        'all members of a crowd that logs in at once get their login',
      ],
      'server/admission/one-member.test.ts': [
        'use one database connection, and those that would wait too long are refused',
      ],
    },
  },
  {
    number: 35,
    attack: 'responses reveal who has an account',
    coveredBy: {
      'server/auth/session.test.ts': [
        'gives equal refusals for a wrong password and an unknown address',
      ],
      'server/auth/accounts.test.ts': [
        'answers equally for a known address, whose owner gets a mail and keeps the account',
        'answers equally for unknown, unverified and verified addresses',
      ],
      'server/auth/password-reset.test.ts': [
        'gets equal responses for known, unknown, unverified and deleted addresses',
      ],
    },
  },
  {
    number: 36,
    attack: 'response times reveal who has an account',
    beyond:
      'a test of times fails on a busy machine. An unknown address is hashed as a known one is (auth/passwords.ts), and what mails is answered after a fixed time (auth/mailed-links.ts).',
  },
  {
    number: 37,
    attack: 'a mailbox is flooded with mails of the site',
    tries: ({ ann, bob }) => [
      auth('/sendEmailVerificationToken', { email: [ann.email, bob.email] }, '400 invalid-input'),
      auth('/forgotPassword', { email: ann.email, cc: bob.email }, '400 invalid-input', ['cc']),
    ],
    coveredBy: {
      'server/auth/accounts.test.ts': ['addresses of one mailbox share its limit of mails'],
      'server/auth/password-reset.test.ts': [
        'sends at most $sent mails from $where, with equal responses',
        'is rate-limited for many addresses from one network',
      ],
    },
  },
  {
    number: 38,
    attack: 'a mailed link is used twice, too late, by guessing, or by another member',
    tries: ({ bob: { email } }) => [
      ...['A'.repeat(43), '%', '*', `' or 1=1 --`].map((token) =>
        auth('/validateEmailToken', { access_token: token }, '400 link-invalid'),
      ),
      auth('/resetPassword', { token: 'x', password: goodPassword, email }, '400 invalid-input', [
        'email',
      ]),
      auth('/resetPassword', { token: ['x'], password: goodPassword }, '400 invalid-input', [
        'token',
      ]),
    ],
    coveredBy: {
      'server/auth/accounts.test.ts': [
        'is stored for the profile, and opening the link again succeeds',
        'ends after 24 hours',
        'sends a new link and ends the old one',
        'mails a link to our own page, and keeps only a hash of its token',
      ],
      'server/auth/password-reset.test.ts': ['is refused after ten minutes, or with an older link'],
      'server/auth/pre-hijacking.test.ts': [
        'an account gets the password and name of the registration whose link was opened',
      ],
    },
  },
  {
    number: 39,
    attack: 'a mailed link points to another site',
    tries: () => [registers({ clientBaseUrl: 7 })],
    coveredBy: {
      'server/auth/accounts.test.ts': [
        'is replaced by that of our own page for %s',
        'never depends on the Host header',
      ],
    },
  },
  {
    number: 40,
    attack: 'a name or an address injects headers into a mail',
    tries: () => [
      ...[
        { email: 'a@b.org\r\nBcc: c@d.org' },
        { email: 'a@b.org%0d%0aBcc: c@d.org' },
        { email: 'a@b.org, c@d.org' },
        { email: `${'a'.repeat(1_000)}@example.org` },
        { email: 'ada@exämple.org' },
        { email: ['a@b.org'] },
        { email: { $ne: '' } },
        { email: '' },
        { userName: 'Ada\r\nBcc: c@d.org' },
        { userName: '   ' },
        { userName: '\u200b\u2060' },
        { userName: '\u202eadA' },
        { userName: 'Аda' },
        { userName: '⚽' },
        { userName: 'x'.repeat(65) },
        { phoneNumber: 'abc' },
        { phoneNumber: '+234' },
        { phoneNumber: '1\u{7f}2' },
        { isTipster: 'yes' },
        { ageConfirmed: false },
      ].map(registers),
      auth('/forgotPassword', { email: 'a@b.org\r\nBcc: c@d.org' }, '400 invalid-input', ['email']),
    ],
    coveredBy: {
      'server/mail/mail.test.ts': ['has one recipient and no injected header (%#)'],
    },
  },
  {
    number: 41,
    attack: 'a member with an unverified email posts, books and follows',
    coveredBy: {
      'server/auth/access.test.ts': [
        '$name answers visitor, unverified, owner, other and administrator with $answers',
      ],
      'server/operations/batch.test.ts': [
        'without a verified email can save the profile, but nothing public',
      ],
    },
  },
  {
    number: 79,
    attack: 'a new site has an account with a known password',
    tries: () =>
      ['admin', 'administrator', 'root', 'demo'].map((name) =>
        auth('', { email: `${name}@example.org`, password: name }, '401 wrong-credentials'),
      ),
    coveredBy: {
      'server/platform/settings.test.ts': ['there is no demo season, not even on request'],
      'server/auth/admin.test.ts': ['does nothing for an unknown address'],
    },
  },
];
