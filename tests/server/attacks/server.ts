import type { Attack } from './attack.ts';

/** Attacks on the server and its database: forged rows, floods, and requests that never end. */
export const attacksOnServer: readonly Attack[] = [
  {
    number: 90,
    attack: 'a public number is changed in the database, so that it differs from the events',
    coveredBy: { 'server/proof/forgeries.test.ts': ['$what is named'] },
  },
  {
    number: 91,
    attack: 'a statement resets the server’s role, to change the history or access its machine',
    coveredBy: {
      'server/db/server-login.test.ts': ['cannot %s'],
      'server/platform/start.test.ts': ['logs in as an account that has only the server’s role'],
    },
  },
  {
    number: 92,
    attack: 'one member in ten sessions, or strangers, use the whole capacity of the server',
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
    attack: 'an unlimited number of page addresses must be rendered and compressed',
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
    attack: 'a request is slow, a connection has thousands of requests, or a file is endless',
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
