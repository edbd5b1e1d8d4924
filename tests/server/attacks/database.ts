import type { Attack } from './attack.ts';

/** Attacks by a person who can run a statement on a connection of the server. */
export const attacksOnDatabase: readonly Attack[] = [
  {
    number: 90,
    attack:
      'a figure that strangers see is changed in the database, so that it is no longer what the events make it',
    coveredBy: [['server/proof/forgeries.test.ts', '$what is named']],
  },
  {
    number: 91,
    attack: 'a statement leaves the role of the server, to change the history or reach its machine',
    coveredBy: [
      ['server/db/server-login.test.ts', 'cannot %s'],
      [
        'server/platform/start.test.ts',
        'logs in as somebody who may only work as its role, whoever migrated',
      ],
    ],
  },
];
