import type { Attack } from './attack.ts';

/** Attacks on the server and its database: forged rows, floods, and requests that never end. */
export const attacksOnServer: readonly Attack[] = [
  {
    number: 90,
    attack:
      'a figure that strangers see is changed in the database, so that it is no longer what the events make it',
    coveredBy: { 'server/proof/forgeries.test.ts': ['$what is named'] },
  },
  {
    number: 91,
    attack: 'a statement leaves the role of the server, to change the history or reach its machine',
    coveredBy: {
      'server/db/server-login.test.ts': ['cannot %s'],
      'server/platform/start.test.ts': ['logs in as an account that has only the server’s role'],
    },
  },
  {
    number: 92,
    attack: 'one member in ten sessions, or strangers, take all that the server can do',
    coveredBy: {
      'server/admission/floods.test.ts': [
        'during a flood of $of from another network',
        'in the network of the flood, once the flood has reached its limit',
        'a member over the limit is refused without a permit and without the database',
        'a member is served during a flood of calls with the token of a session that has ended',
      ],
    },
  },
  {
    number: 93,
    attack: 'every address of a page, of which there is no end, is made and packed anew',
    coveredBy: {
      'server/previews/previews.test.ts': ['has the address $address for the request $opened'],
      'server/admission/app-page.test.ts': [
        'gets a refusal with the page as built, while other networks get the page with data',
        'happens once per page and for a limited number at a time; other pages are sent uncompressed',
      ],
    },
  },
  {
    number: 94,
    attack: 'a request comes slowly, thousands come on one connection, and a file has no end',
    coveredBy: {
      'server/platform/errors.test.ts': [
        'a body that does not arrive in time gets status 408 and a closed connection',
      ],
      'server/platform/unreadable-requests.test.ts': [
        'a connection that pipelines thousands of requests gets eight responses, without delaying others',
      ],
      'server/backup/backup.test.ts': ['with an unterminated %s is refused, and leaves no rows'],
      'server/seasons/openfootball.test.ts': ['is reported: $what'],
    },
  },
];
