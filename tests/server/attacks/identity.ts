import { aRegistration, type Member } from '../../testing/people/members.ts';
import { save } from './accounts.ts';
import { type Attack, call, type Try } from './attack.ts';

/**
 * Attacks on identity: intruders who keep access to an account, codes in other digits, several
 * addresses of one mailbox, names of other members.
 */
export const attacksOnIdentity: readonly Attack[] = [
  {
    number: 81,
    attack: 'an intruder changes the email repeatedly, to void the owner’s undo link',
    coveredBy: {
      'server/auth/email-change.test.ts': [
        'works after an intruder changed the email again, and voids these changes',
        'works after a newer undo link was used',
      ],
    },
  },
  {
    number: 82,
    attack: 'an intruder’s passkey or app stays after the owner’s new password',
    coveredBy: {
      'server/auth/login-guards.test.ts': [
        'removes a passkey and an app that were added since the password was chosen',
        'removes older guards except those that the owner keeps: $keep',
        'a passkey is not stored if its session ends during the check',
      ],
      'server/auth/security.test.ts': [
        'keeps mailed password links, which an intruder’s change must not void',
      ],
      'client/features/settings/password-change.test.tsx': [
        'lists the login guards after a password change, and can remove them',
      ],
    },
  },
  {
    number: 83,
    attack: 'an intruder activates an authenticator app and locks the owner out',
    coveredBy: {
      'server/auth/login-guards.test.ts': [
        'removes the guard, ends every session and requires a new password',
        'works after an intruder changed email, password and app',
      ],
      'server/auth/authenticator.test.ts': [
        'is neither turned off nor replaced without its correct code: %s',
      ],
      'server/auth/admin.test.ts': [
        'removes passkeys and authenticator app, ends every session, and is audited and mailed',
      ],
    },
  },
  {
    number: 84,
    attack: 'a member gives an account a stranger’s mailbox, and restores the email later',
    tries: ({ bob, confirmToken: token }) => [
      confirm(undefined, { token }, '400 invalid-input'),
      confirm(bob, { token }, '400 invalid-input'),
      confirm(undefined, { token, password: 'not the right one' }, '422 wrong-password'),
    ],
    coveredBy: { 'server/auth/email-change.test.ts': ['shows the masked address of the account'] },
  },
  {
    number: 85,
    attack: 'a code of an authenticator app has other digits, or characters that are not digits',
    coveredBy: {
      'server/auth/authenticator.test.ts': [
        'accepts digits of every script',
        'refuses other characters as a wrong code',
      ],
    },
  },
  {
    number: 86,
    attack: 'many accounts, or many spellings of one address, flood a mailbox',
    coveredBy: {
      'server/auth/email-change.test.ts': [
        'sends at most three mails a day to one mailbox, from all accounts together',
        'by many unverified accounts sends at most ten mails a day to their mailbox',
        'sends no mail to a former address that was never verified',
      ],
    },
  },
  {
    number: 87,
    attack: 'a member uses the name of another, of the staff, or one that disturbs the layout',
    tries: ({ ann, reader }) => [
      ...['Touchline', 'Supp0rt', 'ᴀᴅᴍɪɴ', 'Ada\u0301\u0302\u0303', 'Ada #K7B'].flatMap((name) => [
        save(ann, { firstName: name }, '400 invalid-input', ['firstName']),
        save(reader, { lastName: name }, '400 invalid-input', ['lastName']),
      ]),
      save(ann, { firstName: 'Touch', lastName: 'Line' }, '400 invalid-input', ['lastName']),
      ...['Official', 'المشرف', 'Ada #K7B'].map((userName) => ({
        method: 'POST' as const,
        path: '/api/users',
        body: aRegistration({ userName }),
        answers: '400 invalid-input',
        fields: ['userName'],
      })),
    ],
    coveredBy: {
      'server/members/name-marks.test.ts': [
        'is marked in a similar spelling: %s %s',
        'is marked wherever other members see it',
        'is marked for all but one member who choose it at the same time',
      ],
    },
  },
];

function confirm(by: Member | undefined, body: object, answers: string): Try {
  return call(by, 'POST /api/auth/confirmEmail', answers, { body, fields: ['password'] });
}
