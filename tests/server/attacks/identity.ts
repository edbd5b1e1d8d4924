import type { Attack } from './attack.ts';

/** Attacks by what is typed: codes in other signs, addresses of one mailbox, names of others. */
export const attacksOnIdentity: readonly Attack[] = [
  {
    number: 85,
    attack: 'a code of an authenticator app comes in signs that are no digits, or in other digits',
    held: [
      ['server/authenticator.test.ts', 'takes the digits of every script'],
      ['server/authenticator.test.ts', 'refuses %j as a wrong code'],
    ],
  },
];
