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
  {
    number: 86,
    attack: 'many accounts, or many spellings of one address, flood a mailbox',
    held: [
      [
        'server/email-change.test.ts',
        'mails the addresses of one mailbox three times a day at most, whoever asks',
      ],
      [
        'server/email-change.test.ts',
        'of many unproven accounts mails their one mailbox ten times a day at most',
      ],
      ['server/email-change.test.ts', 'tells nothing to a former address that was never proven'],
    ],
  },
];
