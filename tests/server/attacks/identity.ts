import { aRegistration } from '../../testing/people/members.ts';
import { save } from './accounts.ts';
import type { Attack } from './attack.ts';

/** Attacks by typed text: codes in other digits, addresses of one mailbox, names of others. */
export const attacksOnIdentity: readonly Attack[] = [
  {
    number: 85,
    attack: 'a code of an authenticator app comes in signs that are no digits, or in other digits',
    coveredBy: [
      ['server/auth/authenticator.test.ts', 'takes the digits of every script'],
      ['server/auth/authenticator.test.ts', 'refuses %j as a wrong code'],
    ],
  },
  {
    number: 86,
    attack: 'many accounts, or many spellings of one address, flood a mailbox',
    coveredBy: [
      [
        'server/auth/email-change.test.ts',
        'mails the addresses of one mailbox three times a day at most, whoever asks',
      ],
      [
        'server/auth/email-change.test.ts',
        'of many unproven accounts mails their one mailbox ten times a day at most',
      ],
      [
        'server/auth/email-change.test.ts',
        'tells nothing to a former address that was never proven',
      ],
    ],
  },
  {
    number: 87,
    attack: 'a member takes the name of another, of the staff, or one that runs over other lines',
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
    coveredBy: [
      ['server/members/name-marks.test.ts', 'is marked however it is spelt: %s %s'],
      ['server/members/name-marks.test.ts', 'is marked wherever others read it'],
      [
        'server/members/name-marks.test.ts',
        'is marked for all but one of those who take it at the same moment',
      ],
    ],
  },
];
