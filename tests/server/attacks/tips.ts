import { randomUUID } from 'node:crypto';

import type { Attack, Ground, Try } from './attack.ts';

const leg = (fixtureId: string, oddName = '1X2 - 1') => ({ fixtureId, oddName });
const confirm = { IsGameSuccessful: true };

function post(by: Ground['ann'], body: object, answers: string, fields?: string[]): Try {
  return { by, method: 'POST', path: '/api/tips', body, answers, ...(fields && { fields }) };
}

function follow(by: Ground['ann'], query: string, answers: string): Try {
  return { by, method: 'PUT', path: `/api/users/followOrUnfollow?${query}`, answers };
}

/** Attacks on tips: to confirm, change, delay, invent or remove them. */
export const attacksOnTips: readonly Attack[] = [
  {
    number: 1,
    attack: 'somebody calls their own tip treated',
    tries: ({ ann, game, tips }) => [
      post(ann, { options: [leg(game.id)], ...confirm }, '400 invalid-input', ['IsGameSuccessful']),
      { ...edit(ann, tips.fresh.id, { ...confirm }), answers: '403 not-allowed' },
    ],
  },
  {
    number: 2,
    attack: 'a tipster confirms tips, their own among them',
    tries: ({ ann, bob, tips }) =>
      [ann, bob].map((by) => ({
        by,
        method: 'PUT' as const,
        path: `/api/tips/confirmTip/${tips.decided.id}`,
        body: confirm,
        answers: '403 not-allowed',
      })),
    coveredBy: [
      ['server/auth/refused-calls.test.ts', 'to $who is in the audit with who asked for what'],
      ['server/auth/access.test.ts', '$name is answered in a batch as it is alone'],
    ],
  },
  {
    number: 3,
    attack: 'a tipster prices the tip of another, which they can read',
    tries: ({ bob, game, tips }) => [
      {
        ...edit(bob, tips.fresh.id, { options: [{ fixtureId: game.id, odd: 9 }] }),
        answers: '403 not-allowed',
      },
    ],
  },
  {
    number: 4,
    attack: 'a tipster books or withdraws the tip of another',
    tries: ({ bob, tips }) => [
      {
        by: bob,
        method: 'PUT',
        path: `/api/tips/bookTicket/${tips.fresh.id}`,
        answers: '404 not-found',
      },
      { by: bob, method: 'DELETE', path: `/api/tips/${tips.fresh.id}`, answers: '404 not-found' },
    ],
    coveredBy: [
      ['server/tips/booking.test.ts', "is nobody else's to book, and is not even there for them"],
    ],
  },
  {
    number: 5,
    attack: 'a visitor tries ids out',
    tries: () => [
      ...['__proto__', '-1', `1${'0'.repeat(30)}`, "' or 1=1 --", '..%2fme'].map((id) => ({
        path: `/api/tips/${encodeURIComponent(id)}`,
        answers: '400 invalid-input',
      })),
      { path: `/api/tips/${randomUUID()}`, answers: '404 not-found' },
      { path: `/api/tips/${randomUUID()}/history`, answers: '404 not-found' },
    ],
    coveredBy: [
      ['server/tips/tips.test.ts', "is its owner's saved tip and everybody's to read"],
      [
        'server/tips/feed.test.ts',
        'tells nobody what is private, its owner and administrators included',
      ],
    ],
  },
  {
    number: 6,
    attack: 'an administrator prices or confirms a tip of their own',
    tries: ({ administrator, game, tips }) => [
      {
        ...edit(administrator, tips.own.id, { options: [{ fixtureId: game.id, odd: 9 }] }),
        answers: '403 own-tip',
      },
      {
        by: administrator,
        method: 'PUT',
        path: `/api/tips/confirmTip/${tips.own.id}`,
        body: confirm,
        answers: '403 own-tip',
      },
    ],
  },
  {
    number: 7,
    attack: 'an administrator changes the owner, a game or an option of a tip',
    tries: ({ administrator, bob, game, tips }) => [
      {
        ...edit(administrator, tips.fresh.id, {
          options: [{ fixtureId: game.id, odd: 2 }],
          tipsterId: bob.id,
        }),
        answers: '400 invalid-input',
        fields: ['tipsterId'],
      },
      {
        ...edit(administrator, tips.fresh.id, { options: [{ fixtureId: 'another', odd: 2 }] }),
        answers: '422 unknown-leg',
      },
      {
        ...edit(administrator, tips.fresh.id, {
          options: [{ fixtureId: game.id, oddName: '1X2 - 2', group: 'DNB', sportKey: 'x' }],
        }),
        answers: '400 invalid-input',
        fields: ['options.0.group'],
      },
    ],
  },
  {
    number: 12,
    attack: 'a tipster follows themselves',
    tries: ({ ann }) => [follow(ann, `Id=${ann.id}&isFollow=true`, '422 own-follow')],
  },
  {
    number: 13,
    attack: 'somebody follows nobody, a reader, two at once or perhaps',
    tries: ({ ann, bob, reader }) => [
      follow(ann, `Id=${randomUUID()}&isFollow=true`, '404 not-found'),
      follow(ann, `Id=${reader.id}&isFollow=true`, '422 not-a-tipster'),
      follow(ann, `Id=${bob.id}&Id=${reader.id}&isFollow=true`, '400 invalid-input'),
      follow(ann, `Id[]=${bob.id}&isFollow=true`, '400 invalid-input'),
      follow(ann, `Id=${bob.id}&isFollow=perhaps`, '400 invalid-input'),
    ],
    coveredBy: [
      [
        'server/members/follow.test.ts',
        'of a hundred at the same moment makes one row and one follower',
      ],
      [
        'server/platform/app.test.ts',
        'is told when to come back, while health and pings still answer',
      ],
    ],
  },
  {
    number: 14,
    attack: 'a tip is posted on a game that has started',
    tries: ({ ann, started }) => [
      post(ann, { options: [leg(started.id)] }, '409 fixture-started'),
      post(ann, { options: [leg(started.id)], ifStarted: 'drop' }, '409 fixture-started'),
    ],
    coveredBy: [
      ['server/tips/tips-kick-off.test.ts', 'takes the whole slip with it, and is named'],
    ],
  },
  {
    number: 15,
    attack: 'a phone says that a game under way is still to come',
    tries: ({ ann, started }) => {
      const tomorrow = '2026-03-08T12:00:00.000Z';
      const { game } = started;
      return [
        post(
          ann,
          { options: [{ ...leg(started.id), startDateOfGame: tomorrow }] },
          '409 fixture-started',
        ),
        post(
          ann,
          { options: [{ game, oddName: '1X2 - 1', startDateOfGame: tomorrow }] },
          '409 fixture-started',
        ),
        post(
          ann,
          { options: [leg(started.id)], createdAt: '2026-03-07T11:00:00Z' },
          '400 invalid-input',
          ['createdAt'],
        ),
      ];
    },
    coveredBy: [
      [
        'journeys/tips/refused-slip.test.ts',
        'a slip that arrives after a kick-off is kept, and the other games are posted',
      ],
    ],
  },
  {
    number: 16,
    attack: 'a tip is taken back too late',
    tries: ({ ann, tips }) => [
      withdraw(ann, tips.old.id, '409 too-late-to-withdraw'),
      withdraw(ann, tips.started.id, '409 too-late-to-withdraw'),
      withdraw(ann, tips.booked.id, '409 already-booked'),
      withdraw(ann, tips.confirmed.id, '409 already-confirmed'),
    ],
  },
  {
    number: 17,
    attack: 'a change and its kick-off come in the same moment',
    coveredBy: [
      [
        'server/tips/tips-kick-off.test.ts',
        'a member whose own requests failed before kick-off picks no winner after it',
      ],
      ['server/operations/arrival.test.ts', 'is not begun when its turn comes too late'],
    ],
    beyond:
      'the races themselves: `npm run faults -- --kick-offs 10000` runs them on two servers, which takes longer than a test may',
  },
  {
    number: 18,
    attack: 'a tipster brings odds, results and dates of their own',
    tries: ({ ann, game }) => [
      {
        ...post(ann, {}, '400 invalid-json'),
        body: `{"options":[{"fixtureId":"${game.id}","oddName":"1X2 - 1","odd":NaN}]}`,
        headers: { 'content-type': 'application/json' },
      },
      post(ann, { options: [leg(game.id)], totalOdds: 500 }, '400 invalid-input', ['totalOdds']),
    ],
    coveredBy: [
      ['server/tips/tips.test.ts', 'believes nothing a client says of prices, results and dates'],
    ],
  },
  {
    number: 19,
    attack: 'a slip has games that are none, or one game in several spellings',
    tries: ({ ann, game }) => {
      const called = (name: string) => ({
        game: name,
        oddName: '1X2 - 2',
        startDateOfGame: game.kickOff,
      });
      return [
        post(ann, { options: [leg(game.id), called(game.game)] }, '422 already-selected'),
        post(
          ann,
          { options: [called(game.game), called(` ${game.game} `)] },
          '422 already-selected',
        ),
        // The o is Cyrillic.
        post(ann, { options: [called(game.game.replace('o', 'о'))] }, '422 unknown-fixture'),
        post(ann, { options: [called(`${game.away} Vs ${game.home}`)] }, '422 unknown-fixture'),
        post(ann, { options: [leg(game.id, '1X2 - 1\u200B')] }, '422 unknown-option'),
      ];
    },
    coveredBy: [['server/tips/tips.test.ts', 'is refused when it is $is']],
  },
  {
    number: 20,
    attack: 'a slip is empty, endless, or staked beyond all bounds',
    tries: ({ ann, game }) => [
      post(ann, { options: [] }, '422 slip-is-empty'),
      ...[31, 1_000].map((count) =>
        post(
          ann,
          { options: Array.from({ length: count }, (_, n) => leg(`game-${n}`)) },
          '422 slip-is-full',
        ),
      ),
      ...[-1, 11, 1e9, 0.5, '5'].map((stake) =>
        post(ann, { options: [leg(game.id)], stake }, '400 invalid-input', ['stake']),
      ),
    ],
  },
  {
    number: 21,
    attack: 'a tip is led through its steps in another order, or twice',
    tries: ({ ann, administrator, secondAdministrator, started, tips }) => [
      {
        by: ann,
        method: 'PUT',
        path: `/api/tips/bookTicket/${tips.started.id}`,
        answers: '409 tip-expired',
      },
      {
        by: ann,
        method: 'PUT',
        path: `/api/tips/bookTicket/${randomUUID()}`,
        answers: '404 not-found',
      },
      ...[
        { by: administrator, tip: tips.fresh, answers: '409 legs-undecided' },
        { by: secondAdministrator, tip: tips.confirmed, answers: '409 already-confirmed' },
      ].map(({ by, tip, answers }) => ({
        by,
        method: 'PUT' as const,
        path: `/api/tips/confirmTip/${tip.id}`,
        body: confirm,
        answers,
      })),
      {
        ...edit(administrator, tips.fresh.id, {
          options: [{ fixtureId: tips.fresh.options[0]?.fixtureId, result: 'won' }],
        }),
        answers: '409 too-early-to-decide',
      },
      {
        by: administrator,
        method: 'PUT',
        path: `/api/tips/confirmTip/${tips.fresh.id}`,
        body: { IsGameSuccessful: false },
        answers: '400 invalid-input',
      },
      post(ann, { options: [leg(started.id)], IsBooked: true }, '400 invalid-input', ['IsBooked']),
    ],
  },
  {
    number: 22,
    attack: 'a tipster gets rid of what they lost',
    tries: ({ ann, tips }) => [
      withdraw(ann, tips.confirmed.id, '409 already-confirmed'),
      {
        by: ann,
        method: 'PUT',
        path: `/api/tips/${tips.confirmed.id}/hide`,
        answers: '404 not-found',
      },
    ],
    coveredBy: [
      [
        'server/records/full-record.test.ts',
        'counts what was taken back, and nothing of it elsewhere',
      ],
      [
        'server/members/account-deletion.test.ts',
        'leaves the record to be read, as that of a former member',
      ],
      [
        'server/members/tipsters.test.ts',
        'keeps being shown with a record, whatever the switch says',
      ],
    ],
  },
  {
    number: 77,
    attack: 'a phone’s outbox is altered before it is sent',
    tries: ({ ann, bob, game, tips }) => [
      post(ann, { options: [leg(game.id)], tipsterId: bob.id }, '400 invalid-input', ['tipsterId']),
      {
        by: ann,
        method: 'POST',
        path: '/api/ops',
        body: [
          {
            id: randomUUID(),
            method: 'PUT',
            path: `/api/tips/confirmTip/${tips.fresh.id}`,
            body: confirm,
            userId: bob.id,
          },
        ],
        answers: '400 invalid-input',
      },
      {
        by: ann,
        method: 'POST',
        path: '/api/ops',
        body: [{ id: 'x', method: 'DELETE', path: '/api/users/me', body: { password: 'x' } }],
        answers: '400 invalid-input',
      },
    ],
    coveredBy: [['server/auth/access.test.ts', '$name is answered in a batch as it is alone']],
  },
  {
    number: 78,
    attack: 'a hundred requests at once try to have one effect twice',
    coveredBy: [
      ['server/tips/booking.test.ts', 'is booked once by thirty who try at the same moment'],
      [
        'server/desk/confirm.test.ts',
        'is confirmed once, with one trace, by all who say so at the same moment',
      ],
      [
        'server/members/follow.test.ts',
        'of a hundred at the same moment makes one row and one follower',
      ],
    ],
  },
];

function edit(by: Ground['ann'], id: string, body: object): Omit<Try, 'answers'> {
  return { by, method: 'PUT', path: `/api/tips/${id}`, body };
}

function withdraw(by: Ground['ann'], id: string, answers: string): Try {
  return { by, method: 'DELETE', path: `/api/tips/${id}`, answers };
}
