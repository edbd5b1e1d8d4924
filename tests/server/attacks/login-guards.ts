import type { Attack, Try } from './attack.ts';

const guards = 'server/auth/login-guards.test.ts';
const undoing = 'server/auth/email-undo.test.ts';
const emails = 'server/auth/email-change.test.ts';

/**
 * Attacks that leave a way back into an account, by a person who knew its password or created it.
 */
export const attacksOnLoginGuards: readonly Attack[] = [
  {
    number: 81,
    attack: 'an intruder changes the email again and again, to void its owner’s link to undo that',
    coveredBy: [
      [undoing, 'works whatever an intruder did with younger addresses, and voids all of that'],
      [undoing, 'works after a younger one was used, which leads to the address between'],
    ],
  },
  {
    number: 82,
    attack: 'an intruder’s passkey or app outlives the new password of its owner',
    coveredBy: [
      [guards, 'removes a passkey and an app that were added since the password was chosen'],
      [guards, 'leaves of older ones only what its person keeps: $keep'],
      [
        'server/auth/security.test.ts',
        'leaves a mailed link to choose another, which an intruder’s change must not void',
      ],
      [guards, 'a passkey is not kept where its session ended while it was looked at'],
      [
        'client/features/settings/password-change.test.tsx',
        'lists what logs in beside the password, from where each can be removed',
      ],
    ],
  },
  {
    number: 83,
    attack: 'an intruder turns an authenticator app on, so that its owner is locked out',
    coveredBy: [
      [guards, 'removes it, ends every session and has its owner choose another password'],
      [guards, 'works though an intruder changed the email, the password and the app'],
      [
        'server/auth/authenticator.test.ts',
        'is neither turned off nor replaced without a right code of it: %s',
      ],
      [
        'server/auth/admin.test.ts',
        'removes passkeys and app, ends every session, and is written down and mailed',
      ],
    ],
  },
  {
    number: 84,
    attack: 'an account is handed to a stranger’s mailbox, to be taken back after they used it',
    tries: ({ bob, confirmToken: token }) => [
      confirm({ body: { token }, answers: '400 invalid-input' }),
      confirm({ body: { token }, answers: '400 invalid-input', by: bob }),
      confirm({ body: { token, password: 'not the right one' }, answers: '422 wrong-password' }),
    ],
    coveredBy: [[emails, 'names the account by its address, masked']],
  },
];

function confirm(attempt: Pick<Try, 'body' | 'answers' | 'by'>): Try {
  return { method: 'POST', path: '/api/auth/confirmEmail', fields: ['password'], ...attempt };
}
