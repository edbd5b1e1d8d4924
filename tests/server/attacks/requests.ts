import { aRegistration, goodPassword } from '../../testing/people/members.ts';
import { save as profilePath } from '../../testing/server/busy-server.ts';
import { type Attack, call, type Ground, type Try } from './attack.ts';

const follow = 'PUT /api/users/followOrUnfollow';
const json = { 'content-type': 'application/json' };

/** Requests an address that does not exist. */
export function notFound(path: string, rest: Partial<Try> = {}): Try {
  return { path, answers: '404 not-found', ...rest };
}

/** Saves a profile with this text as the request body. */
export function save(by: Ground['ann'], body: string, answers: string): Try {
  return call(by, `PUT ${profilePath}`, answers, { headers: json, body });
}

/** Registers with this request body. */
function register(body: unknown, answers: string): Try {
  return call(undefined, 'POST /api/users', answers, { body });
}

/** Long texts on which a regular expression with backtracking would run endlessly. */
const endless = [
  'a'.repeat(50_000),
  '@'.repeat(50_000),
  'a.'.repeat(25_000),
  `${'0'.repeat(50_000)}x`,
];

/** Attacks by requests: bodies, files, addresses, keys and numbers. */
export const attacksByRequests: readonly Attack[] = [
  {
    number: 57,
    attack: 'a picture is a script, a page or two things at once',
    coveredBy: {
      'server/members/picture.test.ts': ['is refused: %s', 'loses data that follows its pixels'],
    },
  },
  {
    number: 58,
    attack: 'a small picture file decodes to a huge picture',
    coveredBy: { 'server/members/picture.test.ts': ['is refused: %s'] },
  },
  {
    number: 59,
    attack: 'a picture contains its location',
    coveredBy: {
      'server/members/picture.test.ts': [
        'rotates it as its metadata demands, and removes the metadata',
      ],
    },
  },
  {
    number: 60,
    attack: 'a form has two files, a thousand parts or no end',
    coveredBy: {
      'server/members/picture.test.ts': [
        'is refused with $status: $name',
        'is refused for a while after thirty in an hour',
      ],
      'server/platform/unreadable-requests.test.ts': ['is closed when $what'],
    },
  },
  {
    number: 61,
    attack: 'a body is too large, too deep, or contains text that cannot be stored',
    tries: ({ ann }) => [
      save(ann, ' '.repeat(64 * 1024 + 1), '413 too-large'),
      save(ann, String.raw`{"firstName":"\u0000"}`, '400 invalid-json'),
      register(aRegistration({ userName: 'x'.repeat(70_000) }), '413 too-large'),
      register([], '400 invalid-input'),
      { ...register('null', '400 invalid-input'), headers: json },
      {
        ...register(`email=a@b.org&password=${goodPassword}`, '415 unsupported-media-type'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      {
        ...register(JSON.stringify(aRegistration()), '415 unsupported-media-type'),
        headers: { 'content-type': 'text/plain' },
      },
    ],
    coveredBy: { 'server/platform/body.test.ts': ['is refused as a whole: $what'] },
  },
  {
    number: 62,
    attack: 'a request names inherited properties of objects',
    tries: ({ ann, bob }) => [
      save(ann, '{"__proto__":{"role":"administrator"}}', '400 invalid-json'),
      save(ann, '{"constructor":{"prototype":{"role":1}}}', '400 invalid-json'),
      save(ann, '{"toString":1,"hasOwnProperty":2}', '400 invalid-input'),
      ...['a[__proto__][x]=1', '__proto__=1'].map((query) =>
        call(ann, `${follow}?Id=${bob.id}&isFollow=true&${query}`, '400 invalid-input'),
      ),
    ],
    coveredBy: { 'server/members/picture.test.ts': ['is refused with $status: $name'] },
  },
  {
    number: 63,
    attack: 'a search, an order or a cursor contains SQL',
    tries: () => [
      ...["' or 1=1 --", '%'.repeat(90), '_'.repeat(90)].map((text) =>
        call(undefined, `GET /api/feed?search=${encodeURIComponent(text)}`, '200'),
      ),
      ...['before=%27%20or%201=1', 'search=a&search=b', 'limit=1%20union'].map((query) =>
        call(undefined, `GET /api/feed?${query}`, '400 invalid-input'),
      ),
      notFound('/odds/v3/odds/?sport=x%27%20or%201=1'),
      call(undefined, 'POST /api/auth', '400 invalid-input', {
        body: { email: "' or 1=1 --", password: 'x' },
      }),
    ],
    coveredBy: {
      'server/tips/feed.test.ts': ['finds $found by "$search", regardless of case and accents'],
      'server/members/tipster-pages.test.ts': ['is refused if a single character differs'],
    },
  },
  {
    number: 64,
    attack: 'a text causes endless backtracking in a regular expression',
    tries: ({ ann }) => [
      ...endless.flatMap((text) => [
        register(
          {
            email: text,
            userName: 'x',
            phoneNumber: '1',
            password: 'x',
            password_confirmation: 'x',
          },
          '400 invalid-input',
        ),
        call(ann, 'POST /api/ops', '400 invalid-input', {
          body: [{ id: 'x', method: 'PUT', path: `/api/${text}` }],
        }),
      ]),
      call(undefined, `GET /proof/leaves?from=${'1'.repeat(7_000)}`, '400 invalid-input'),
    ],
  },
  {
    number: 65,
    attack: 'a connection is kept open, or a request has two lengths or methods',
    tries: ({ ann, tips }) => [
      notFound('/api/ping', { method: 'TRACE' }),
      call(ann, `GET /api/tips/${tips.fresh.id}`, '200', {
        headers: { 'x-http-method-override': 'DELETE' },
      }),
    ],
    coveredBy: {
      'server/platform/unreadable-requests.test.ts': [
        'gets a response with our headers: $what',
        'is closed when $what',
      ],
    },
  },
  {
    number: 66,
    attack: 'a request makes the server send a request to another host',
    tries: () => [
      notFound('/odds/v3/odds/?sport=..%2F..%2Fapi'),
      notFound('/odds/v3/odds/?sport=http://169.254.169.254/'),
    ],
    beyond:
      'no route makes the server send a request to another host; prices come from its own rows',
  },
  {
    number: 67,
    attack: 'an odds service or a season file contains invalid data',
    coveredBy: {
      'server/seasons/openfootball.test.ts': ['names every wrong row by number and clubs'],
      'sync/backend/odds-host.test.ts': ['that fails does not change the stored rows'],
    },
  },
  {
    number: 68,
    attack: 'the key of an odds service is searched for in public data',
    coveredBy: {
      'server/fixtures/v3-odds.test.ts': [
        'the key that a client sends to the odds facade is not logged',
      ],
    },
    beyond: 'a page that uses another odds service has the key of that service’s operator',
  },
  {
    number: 69,
    attack: 'private files are requested',
    tries: () =>
      [
        '/.git/HEAD',
        '/.env',
        '/package.json',
        '/src/server/main.ts',
        '/metrics',
        '/assets/',
        '/..%2f..%2f..%2fetc/passwd',
        '/%2e%2e/%2e%2e/etc/passwd',
        '/pictures/..%2f..%2fpackage.json',
      ].map((path) => notFound(path)),
    coveredBy: {
      'server/platform/app.test.ts': [
        'answers $path ($accept) with an uncacheable problem',
        'in production the API description is not served',
      ],
      'server/platform/site.test.ts': ['never answers with a page for $path ($accept)'],
    },
  },
  {
    number: 70,
    attack: 'a limit is avoided by headers, networks, spellings or unknown addresses',
    tries: ({ ann }) => [
      notFound('/API/tips', { by: ann }),
      notFound('/api/tips//', { by: ann }),
      { by: ann, path: '/api/%74ips/', answers: '400 invalid-input' },
    ],
    coveredBy: {
      'server/auth/session.test.ts': [
        'is counted across upper and lower case and untrusted proxy headers',
      ],
      'server/platform/app.test.ts': ['requests for unknown addresses count for the rate limit'],
      'server/platform/two-servers.test.ts': ['count concurrent requests'],
      'server/auth/accounts.test.ts': ['addresses of one mailbox share its limit of mails'],
    },
  },
  {
    number: 71,
    attack: 'the phone numbers of all members are collected',
    tries: () =>
      [
        'limit=1000000',
        'limit=101',
        'category=11',
        'category=1.5',
        'category=NaN',
        'category=1e309',
        'category=2&category=3',
        'before=x',
      ].map((query) => call(undefined, `GET /api/tipsters?${query}`, '400 invalid-input')),
    coveredBy: {
      'server/members/tipsters.test.ts': [
        'contains at most a hundred, with a link to the others',
        'shows a phone number to members if its owner agreed, and never to anonymous readers',
      ],
    },
  },
  {
    number: 72,
    attack: 'responses are searched for secrets',
    coveredBy: {
      'server/members/tipsters.test.ts': [
        'contains no secrets, addresses and roles in any response',
      ],
    },
  },
  {
    number: 73,
    attack: 'a name is a formula that a spreadsheet would execute',
    coveredBy: {
      'server/own-data/own-data.test.ts': ['contains a game named like a formula as text'],
    },
  },
  {
    number: 74,
    attack: 'the log is searched for secrets, or injected with lines',
    coveredBy: {
      'server/platform/errors.test.ts': [
        'contains no parameters of a failed query, and no token of a link',
      ],
      'server/fixtures/v3-odds.test.ts': [
        'the key that a client sends to the odds facade is not logged',
      ],
    },
  },
  {
    number: 75,
    attack: 'an error reveals internals of the server',
    coveredBy: {
      'server/platform/errors.test.ts': [
        'that is unexpected gives status 500, is counted, and exposes no details',
      ],
      'server/platform/random-requests.test.ts': [
        'forty random requests to $name get responses that match the contract',
      ],
    },
  },
  {
    number: 76,
    attack: 'a member uses the key of another member, no key, or unlimited keys',
    tries: ({ ann, bob }) =>
      ['k'.repeat(256), 'a key', '', 'clé'].map((key) =>
        call(ann, `${follow}?Id=${bob.id}&isFollow=true`, '400 invalid-input', {
          headers: { 'idempotency-key': key },
        }),
      ),
    coveredBy: {
      'server/operations/idempotency.test.ts': [
        'belongs to one member: another’s equal key is another operation',
      ],
      'server/operations/key-limit.test.ts': [
        'a member has a limited number of keys a day, also in batches, without affecting others',
      ],
    },
  },
  {
    number: 80,
    attack: 'a package that the app uses was replaced',
    coveredBy: {
      'architecture/lock-file.test.ts': ['the lock file contains native builds for every platform'],
    },
    beyond:
      'reports about packages, which need a connection; the lock file contains the hash of each package, and package.json names those with install scripts',
  },
];
