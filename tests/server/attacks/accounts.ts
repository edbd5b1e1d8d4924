import { goodPassword } from '../../testing/people/members.ts';
import type { Attack, Ground, Try } from './attack.ts';

const profile = {
  firstName: 'X',
  lastName: 'X',
  country: 'NG',
  phoneNumber: '+2348012345678',
  state: 'X',
  address: 'X',
};

const hostile = 'when it $attack';
const ofTokens = 'refuses every token that is not exactly one of ours';

export function save(
  by: Ground['ann'],
  change: object,
  answers: string,
  fields: string[] = [],
): Try {
  return {
    by,
    method: 'PUT',
    path: '/api/users/updateProfileWithoutImage',
    body: { ...profile, ...change },
    answers,
    fields,
  };
}

/** Requests a members-only list with this header. */
function as(authorization: string | string[], answers: string): Try {
  return { path: '/api/tips', headers: { authorization }, answers };
}

/** Attacks on accounts: impersonation, entry, and discovering who has one. */
export const attacksOnAccounts: readonly Attack[] = [
  {
    number: 8,
    attack: 'a newcomer gives themselves a role, an id or a verified address',
    coveredBy: [['server/auth/accounts-hostile.test.ts', hostile]],
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
    attack: 'a member saves the profile of another',
    tries: ({ ann, bob }) => [
      save(ann, { id: bob.id }, '422 identity-mismatch'),
      save(ann, { id: bob.id.toUpperCase() }, '422 identity-mismatch'),
    ],
    coveredBy: [['server/members/picture.test.ts', 'is refused with $status: $name']],
  },
  {
    number: 11,
    attack: 'a member changes the address by a profile form, or without the password',
    tries: ({ ann }) => [
      save(ann, { email: 'new@example.org' }, '422 identity-mismatch'),
      ...[
        { body: { email: 'new@example.org' }, answers: '400 invalid-input' },
        { body: { email: 'new@example.org', password: 'x' }, answers: '422 wrong-password' },
      ].map((each) => ({
        by: ann,
        method: 'POST' as const,
        path: '/api/auth/changeEmail',
        ...each,
      })),
    ],
    coveredBy: [
      ['server/auth/email-change.test.ts', 'tells both mailboxes, and changes nothing yet'],
    ],
  },
  {
    number: 23,
    attack: 'a token says that it needs no signature',
    coveredBy: [
      ['server/auth/session.test.ts', ofTokens],
      ['server/auth/access.test.ts', 'is not told to a token of %s'],
    ],
  },
  {
    number: 24,
    attack: 'a token is signed in another way than ours',
    coveredBy: [['server/auth/session.test.ts', ofTokens]],
  },
  {
    number: 25,
    attack: 'a token is signed by another, or brings its key along',
    coveredBy: [['server/auth/session.test.ts', ofTokens]],
  },
  {
    number: 26,
    attack: 'a token claims another time, member, role or place',
    coveredBy: [
      ['server/auth/session.test.ts', ofTokens],
      ['server/auth/session.test.ts', 'ends when its member is gone'],
      [
        'server/auth/session.test.ts',
        'gives the role and the verification the database knows, whatever the token says',
      ],
    ],
  },
  {
    number: 27,
    attack: 'a token made for one thing is used for another',
    tries: ({ ann, linkToken }) => [
      as(`Bearer ${linkToken}`, '401 session-ended'),
      ...['/api/auth/confirmEmail', '/api/auth/undoEmail'].map((path) => ({
        method: 'POST' as const,
        path,
        body: { token: linkToken },
        answers: '400 link-invalid',
      })),
      ...[ann.token, linkToken].map((token) => ({
        method: 'POST' as const,
        path: '/api/auth/resetPassword',
        body: { token, password: goodPassword },
        answers: '400 reset-expired',
      })),
    ],
    coveredBy: [
      [
        'server/auth/accounts.test.ts',
        'is not done by a login’s token, part of a link, or what the database keeps',
      ],
      [
        'server/auth/password-reset.test.ts',
        'is not set by the link of a verification, part of a link, or what is kept of it',
      ],
    ],
  },
  {
    number: 28,
    attack: 'a token comes in pieces, twice, in quotes or as a book',
    tries: ({ ann: { token } }) => [
      as(`Bearer "${token}"`, '401 session-ended'),
      as(`Bearer  ${token}`, '401 session-ended'),
      as(`Bearer ${token.split('.').slice(0, 2).join('.')}`, '401 session-ended'),
      as(['Bearer x.y.z', `Bearer ${token}`], '401 session-ended'),
      as(`Bearer ${token}, Bearer ${token}`, '401 session-ended'),
      as(`Bearer ${'a'.repeat(20_000)}`, '431 invalid-input'),
    ],
    coveredBy: [['server/auth/session.test.ts', 'refuses an Authorization of another form ($#)']],
  },
  {
    number: 29,
    attack: 'a site in production starts with a secret that can be guessed, or none',
    coveredBy: [
      ['server/platform/settings.test.ts', 'what a machine could guess for itself is required'],
      ['server/platform/settings.test.ts', 'the secret %s is refused'],
      ['server/platform/start.test.ts', 'ends with 1 and a sentence per variable'],
    ],
  },
  {
    number: 30,
    attack: 'a token is used after a logout, another password or a deletion',
    coveredBy: [
      ['server/auth/session.test.ts', 'ends with the logout of its own token, and no other'],
      ['server/auth/security.test.ts', 'logs out every device but the one that asks'],
      [
        'server/auth/password-reset.test.ts',
        'takes the place of the old one, once, and ends every session',
      ],
      [
        'server/members/account-deletion.test.ts',
        'ends every session, and neither password nor link opens it again',
      ],
    ],
  },
  {
    number: 31,
    attack: 'the stored passwords are stolen',
    coveredBy: [
      ['server/auth/accounts.test.ts', 'makes an unverified tipster with an argon2id hash'],
      ['server/auth/session.test.ts', 'hashes a password anew that was hashed more cheaply'],
    ],
  },
  {
    number: 32,
    attack: 'a password is short, common, one’s own address, or cut off when it is long',
    coveredBy: [
      ['server/auth/accounts.test.ts', 'refuses the password $password as $code'],
      ['server/auth/accounts.test.ts', 'keeps a password exactly as typed that $because'],
      ['server/auth/password-strength.test.ts', 'a password of %s is too common'],
      ['server/auth/password-strength.test.ts', 'the most frequent passwords are all too common'],
    ],
  },
  {
    number: 33,
    attack: 'a password is guessed from one address, and from a hundred',
    coveredBy: [
      [
        'server/auth/session.test.ts',
        'is slowed down from one address, and ends with the quarter of an hour',
      ],
      [
        'server/auth/session.test.ts',
        'from a hundred addresses is slowed down, but not for the one its owner uses',
      ],
      ['server/platform/two-servers.test.ts', 'count guesses at a password together'],
    ],
  },
  {
    number: 34,
    attack: 'a crowd logs in at once, so that nobody else gets an answer',
    coveredBy: [
      [
        'server/admission/session-crowd.test.ts',
        'is turned away when too many wait, and again let in when they are done',
      ],
      ['server/admission/session-crowd.test.ts', 'is let in to the last'],
    ],
  },
  {
    number: 35,
    attack: 'somebody finds out by answers who has an account',
    coveredBy: [
      ['server/auth/session.test.ts', 'refuses a wrong password and an unknown address alike'],
      [
        'server/auth/accounts.test.ts',
        'answers alike for a known address, whose owner is told and keeps the account',
      ],
      ['server/auth/accounts.test.ts', 'answers alike for unknown, waiting and verified addresses'],
      [
        'server/auth/password-reset.test.ts',
        'is answered alike for known, unknown, unverified and deleted addresses',
      ],
    ],
  },
  {
    number: 36,
    attack: 'somebody finds out by the time of answers who has an account',
    beyond:
      'a test of times fails on a busy machine. An unknown address is hashed as a known one is (auth/passwords.ts), and what mails is answered after a fixed time (auth/mailed-links.ts).',
  },
  {
    number: 37,
    attack: 'a mailbox is flooded with mails of ours',
    coveredBy: [
      [
        'server/auth/accounts.test.ts',
        'sends one network two an hour and four a day at most, without a word about it',
      ],
      ['server/auth/accounts.test.ts', 'addresses of one mailbox share its limit of mails'],
      ['server/auth/password-reset.test.ts', 'of many addresses from one place is slowed down'],
    ],
  },
  {
    number: 38,
    attack: 'a mailed link is used again, guessed, outdated or somebody else’s',
    tries: () =>
      ['A'.repeat(43), '%', '*', `' or 1=1 --`].map((token) => ({
        method: 'POST' as const,
        path: '/api/auth/validateEmailToken',
        body: { access_token: token },
        answers: '400 link-invalid',
      })),
    coveredBy: [
      [
        'server/auth/accounts.test.ts',
        'shows in the profile, and says the same to whoever opens the link again',
      ],
      ['server/auth/accounts.test.ts', 'ends after 24 hours'],
      ['server/auth/accounts.test.ts', 'sends a new link and ends the old one'],
      [
        'server/auth/accounts.test.ts',
        'mails a link to our own page, and keeps only a hash of its token',
      ],
      ['server/auth/password-reset.test.ts', 'comes too late after ten minutes'],
      [
        'server/auth/pre-hijacking.test.ts',
        'the password and the name of an account are those of the link that was opened',
      ],
    ],
  },
  {
    number: 39,
    attack: 'a mailed link is made to lead to another site',
    coveredBy: [
      ['server/auth/accounts.test.ts', 'is that of our own page where it asks for %s'],
      ['server/auth/accounts.test.ts', 'is never taken from the Host of the request'],
    ],
  },
  {
    number: 40,
    attack: 'a name or an address brings lines into the head of a mail',
    coveredBy: [
      ['server/auth/accounts-hostile.test.ts', hostile],
      ['server/mail/mail.test.ts', 'has one recipient and no header of a stranger’s making (%#)'],
    ],
  },
  {
    number: 41,
    attack: 'somebody whose address is not verified posts, books and follows',
    tries: ({ unverified, bob, game, tips }) =>
      (
        [
          ['POST', '/api/tips', { options: [{ fixtureId: game.id, oddName: '1X2 - 1' }] }],
          ['PUT', `/api/tips/bookTicket/${tips.fresh.id}`, undefined],
          ['PUT', `/api/users/followOrUnfollow?Id=${bob.id}&isFollow=true`, undefined],
          ['POST', '/api/auth/changePassword', { currentPassword: 'x', password: goodPassword }],
        ] as const
      ).map(([method, path, body]) => ({
        by: unverified,
        method,
        path,
        body,
        answers: '403 email-unverified',
      })),
    coveredBy: [
      [
        'server/operations/batch.test.ts',
        'before their email is verified may save the profile, and nothing that others see',
      ],
    ],
  },
  {
    number: 79,
    attack: 'a new site is entered with an account that everybody knows',
    tries: () =>
      ['admin', 'administrator', 'root', 'demo'].map((name) => ({
        method: 'POST' as const,
        path: '/api/auth',
        body: { email: `${name}@example.org`, password: name },
        answers: '401 wrong-credentials',
      })),
    coveredBy: [
      ['server/platform/settings.test.ts', 'there is no demo season, not even on request'],
      ['server/auth/admin.test.ts', 'of an address nobody registered does nothing'],
    ],
  },
];
