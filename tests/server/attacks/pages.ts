import { registers, save as saveProfile } from './accounts.ts';
import { type Attack, call } from './attack.ts';
import { notFound, save } from './requests.ts';

/** Attacks on pages: content that a browser loads, stores, runs or sends automatically. */
export const attacksOnPages: readonly Attack[] = [
  {
    number: 42,
    attack: 'a login redirects to another site, a script or itself',
    coveredBy: { 'client/session/return-url.test.ts': ['cannot be $shown'] },
  },
  {
    number: 43,
    attack: 'a member opens the pages of administrators',
    coveredBy: {
      'server/auth/access.test.ts': [
        '$name answers visitor, unverified, owner, other and administrator with $answers',
      ],
      'client/session/guard.test.ts': [
        'lets a member pass, and redirects other visitors to the login with a return',
      ],
    },
  },
  {
    number: 44,
    attack: 'a name or an analysis contains a script',
    tries: () => [registers({ email: '"><script>@example.org' })],
    coveredBy: {
      'server/mail/mail-languages.test.ts': [
        '$name in $code contains its link as text and as HTML',
      ],
      'server/platform/app.test.ts': ['has strict headers: %s'],
    },
    beyond:
      'the screens: lint refuses what would write HTML (react/no-danger), and the browser does (Trusted Types)',
  },
  {
    number: 45,
    attack: 'a phone number or a picture is a script URL',
    tries: ({ ann }) => [
      saveProfile(ann, { phoneNumber: 'javascript:alert(1)' }, '400 invalid-input'),
      saveProfile(ann, { picture: 'data:text/html,<script>' }, '400 invalid-input', ['picture']),
    ],
    coveredBy: {
      'client/features/tipsters/tipsters.test.tsx': [
        'a phone number $phone is $address on WhatsApp',
      ],
    },
  },
  {
    number: 46,
    attack: 'a page runs a script of another origin',
    coveredBy: {
      'server/platform/app.test.ts': ['has strict headers: %s'],
      'journeys/connection/offline-start.test.ts': [
        'every page opens without a connection, and a request to the API never returns the app',
      ],
    },
  },
  {
    number: 47,
    attack: 'a text becomes a script in the page',
    coveredBy: {
      'server/platform/app.test.ts': ['has strict headers: %s'],
      'journeys/connection/offline-start.test.ts': [
        'every page opens without a connection, and a request to the API never returns the app',
      ],
    },
  },
  {
    number: 48,
    attack: 'a response is interpreted as another file type, or reveals the server software',
    tries: ({ ann }) => [
      notFound('/api/nothing'),
      { path: '/api/tips', answers: '401 not-signed-in' },
      save(ann, '{', '400 invalid-json'),
      save(ann, `"${'x'.repeat(70_000)}"`, '413 too-large'),
      { path: '/health', answers: '200' },
    ],
    coveredBy: {
      'server/platform/app.test.ts': [
        'has strict headers: %s',
        'has an HSTS header for a year if the site has an https address',
      ],
    },
  },
  {
    number: 49,
    attack: 'a page of another origin reads responses',
    tries: () =>
      ['https://evil.example', 'null', 'http://localhost:3000.evil.example'].map((origin) =>
        notFound('/api/tips', {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
      ),
    coveredBy: {
      'server/platform/app.test.ts': [
        'gets no CORS headers if no origin is allowed (%s)',
        'gets a preflight response for its origin ($origin)',
      ],
    },
  },
  {
    number: 50,
    attack: 'a page of another origin sends requests from a member’s browser',
    tries: ({ ann, bob, tips }) => [
      // A browser never identifies a member automatically, because there are no cookies.
      call(undefined, 'POST /api/tips', '401 not-signed-in', {
        headers: { 'content-type': 'text/plain', cookie: `token=${ann.token}` },
        body: '{}',
      }),
      ...['text/plain', 'application/x-www-form-urlencoded'].map((type) =>
        call(ann, 'POST /api/tips', '415 unsupported-media-type', {
          headers: { 'content-type': type },
          body: '{"options":[]}',
        }),
      ),
      notFound(`/api/users/followOrUnfollow?Id=${bob.id}&isFollow=true`, { by: ann }),
      notFound(`/api/tips/bookTicket/${tips.fresh.id}`, { by: ann }),
    ],
  },
  {
    number: 51,
    attack: 'the app is shown in a frame of another page',
    coveredBy: { 'server/platform/app.test.ts': ['has strict headers: %s'] },
  },
  {
    number: 52,
    attack: 'the next member on a phone finds cached responses of the previous one',
    tries: ({ ann }) => [{ by: ann, path: '/api/tips', answers: '200' }],
    coveredBy: {
      'journeys/connection/offline-start.test.ts': [
        'every page opens without a connection, and a request to the API never returns the app',
      ],
      'client/data/account/switch-login.test.ts': [
        'finds no private rows of the first, whose unsent operations stay stored',
      ],
    },
  },
  {
    number: 53,
    attack: 'a phone is searched after a logout',
    coveredBy: {
      'client/data/account/log-out.test.ts': [
        'deletes everything if its member wants that, and reports no loss at the next login',
      ],
      'sync/engine/revocations.test.ts': [
        'is sent when the page is online again',
        'leaves no token and no name on the device',
      ],
    },
  },
  {
    number: 54,
    attack: 'an uploaded file is registered as the service worker',
    tries: () => ['/uploads/sw.js', '/pictures/sw.js', '/api/sw.js'].map((path) => notFound(path)),
    coveredBy: {
      'server/members/picture.test.ts': ['serves it as an immutable picture'],
    },
  },
  {
    number: 55,
    attack: 'another page sends messages to the service worker',
    coveredBy: {
      'worker/messages.test.ts': [
        'is ignored in any other shape: %o',
        'is ignored from another origin',
      ],
    },
  },
  {
    number: 56,
    attack: 'a private response is requested like a cacheable file',
    tries: ({ ann, tips }) => [
      notFound('/api/users/me/x.css', { by: ann }),
      notFound('/api/users/me;.png', { by: ann }),
      notFound('/api/tips/mine/x.css', { by: ann }),
      { by: ann, path: `/api/tips/${tips.fresh.id}.png`, answers: '400 invalid-input' },
    ],
    coveredBy: {
      'server/platform/app.test.ts': ['answers $path ($accept) with an uncacheable problem'],
      'server/platform/site.test.ts': ['never answers with a page for $path ($accept)'],
    },
  },
];
