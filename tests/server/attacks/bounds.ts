import type { Attack } from './attack.ts';

/** Attacks by sizes, times and connections. */
export const attacksOnBounds: readonly Attack[] = [
  {
    number: 94,
    attack: 'a request comes slowly, thousands come on one connection, and a file has no end',
    coveredBy: [
      [
        'server/platform/errors.test.ts',
        'a body that has not arrived when its time is over is answered with 408, and not waited for',
      ],
      [
        'server/platform/unreadable-requests.test.ts',
        'a connection that sends thousands without waiting has eight answered, and others go on',
      ],
      ['server/backup/backup.test.ts', 'with a %s without end is refused, and nothing of it stays'],
      ['server/seasons/openfootball.test.ts', 'says so: $what'],
    ],
  },
  {
    number: 95,
    attack: 'a tipster is in the list only while the record is good',
    coveredBy: [
      [
        'server/members/tipster-leaves.test.ts',
        'is out of it for 30 days, whatever is saved meanwhile, and saving never fails',
      ],
      [
        'server/members/tipster-leaves.test.ts',
        'is still read with the record, and followed by nobody new',
      ],
    ],
  },
];
