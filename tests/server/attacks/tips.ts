import { randomUUID } from 'node:crypto';

import type { Tip } from '#contract/tips.ts';

import { type Attack, call, type Ground, type Try } from './attack.ts';

const leg = (fixtureId: string, oddName = '1X2 - 1') => ({ fixtureId, oddName });
const treated = { IsGameSuccessful: true };

function post(by: Ground['ann'], body: object, answers: string, fields: string[] = []): Try {
  return call(by, 'POST /api/tips', answers, { body, fields });
}

function edit(
  by: Ground['ann'],
  { id }: Tip,
  body: object,
  answers: string,
  fields: string[] = [],
): Try {
  return call(by, `PUT /api/tips/${id}`, answers, { body, fields });
}

function confirm(by: Ground['ann'], { id }: Tip, answers: string, isRight = true): Try {
  const body = { IsGameSuccessful: isRight };
  return call(by, `PUT /api/tips/confirmTip/${id}`, answers, { body });
}

function withdraw(by: Ground['ann'], { id }: Tip, answers: string): Try {
  return call(by, `DELETE /api/tips/${id}`, answers);
}

function follow(by: Ground['ann'], query: string, answers: string): Try {
  return call(by, `PUT /api/users/followOrUnfollow?${query}`, answers);
}

/** Posts legs that an open tip of the member already has. */
function repeat(by: Ground['ann'], body: object): Try {
  return post(by, body, '409 already-tipped');
}

/** Attacks on tips: confirming, changing, delaying, inventing, repeating or removing tips. */
export const attacksOnTips: readonly Attack[] = [
  {
    number: 1,
    attack: 'a member sets the status of an own tip to Treated',
    tries: ({ ann, game, tips }) => [
      post(ann, { options: [leg(game.id)], ...treated }, '400 invalid-input', ['IsGameSuccessful']),
      edit(ann, tips.fresh, treated, '403 not-allowed'),
    ],
  },
  {
    number: 2,
    attack: 'a tipster confirms tips, including own tips',
    coveredBy: {
      'server/auth/refused-calls.test.ts': [
        'is audited with caller and route, if the caller has an account',
      ],
      'server/auth/access.test.ts': [
        '$name answers visitor, unverified, owner, other and administrator with $answers',
        '$name in a batch has the same statuses',
      ],
    },
  },
  {
    number: 3,
    attack: 'a tipster prices a readable tip of another member',
    coveredBy: {
      'server/auth/access.test.ts': [
        '$name answers visitor, unverified, owner, other and administrator with $answers',
      ],
    },
  },
  {
    number: 4,
    attack: 'a tipster books or withdraws the tip of another member',
    coveredBy: {
      'server/tips/booking.test.ts': ['does not exist for other members who try to book it'],
    },
  },
  {
    number: 5,
    attack: 'a visitor guesses ids',
    tries: ({ ann, bob }) => [
      call(ann, 'GET /api/users', '404 not-found'),
      call(ann, `DELETE /api/users/${bob.id}`, '404 not-found'),
      ...['__proto__', '-1', `1${'0'.repeat(30)}`, "' or 1=1 --", '..%2fme'].map((id) =>
        call(undefined, `GET /api/tips/${encodeURIComponent(id)}`, '400 invalid-input'),
      ),
      call(undefined, `GET /api/tips/${randomUUID()}`, '404 not-found'),
      call(undefined, `GET /api/tips/${randomUUID()}/history`, '404 not-found'),
    ],
    coveredBy: {
      'server/tips/tips.test.ts': ['is its owner’s saved tip and public'],
      'server/tips/feed.test.ts': ['contains nothing private, also for owners and administrators'],
    },
  },
  {
    number: 6,
    attack: 'an administrator prices or confirms a tip of their own',
    tries: ({ administrator, game, tips }) => [
      edit(administrator, tips.own, { options: [{ fixtureId: game.id, odd: 9 }] }, '403 own-tip'),
      confirm(administrator, tips.own, '403 own-tip'),
    ],
  },
  {
    number: 7,
    attack: 'an administrator changes the owner, a game or an option of a tip',
    tries: ({ administrator, bob, game, tips }) => [
      edit(
        administrator,
        tips.fresh,
        { options: [{ fixtureId: game.id, odd: 2 }], tipsterId: bob.id },
        '400 invalid-input',
        ['tipsterId'],
      ),
      edit(
        administrator,
        tips.fresh,
        { options: [{ fixtureId: 'another', odd: 2 }] },
        '422 unknown-leg',
      ),
      edit(
        administrator,
        tips.fresh,
        { options: [{ fixtureId: game.id, oddName: '1X2 - 2', group: 'DNB', sportKey: 'x' }] },
        '400 invalid-input',
        ['options.0.group'],
      ),
    ],
  },
  {
    number: 12,
    attack: 'a tipster follows themselves',
    tries: ({ ann }) => [follow(ann, `Id=${ann.id}&isFollow=true`, '422 own-follow')],
  },
  {
    number: 13,
    attack: 'a follow has no tipster, a reader, two tipsters or an invalid value',
    tries: ({ ann, bob, reader }) => [
      follow(ann, `Id=${randomUUID()}&isFollow=true`, '404 not-found'),
      follow(ann, `Id=${reader.id}&isFollow=true`, '422 not-a-tipster'),
      follow(ann, `Id=${bob.id}&Id=${reader.id}&isFollow=true`, '400 invalid-input'),
      follow(ann, `Id[]=${bob.id}&isFollow=true`, '400 invalid-input'),
      follow(ann, `Id=${bob.id}&isFollow=perhaps`, '400 invalid-input'),
      follow(ann, `Id=${bob.id}`, '400 invalid-input'),
      follow(ann, `Id=${bob.id}&isFollow=true&memberId=${reader.id}`, '400 invalid-input'),
    ],
    coveredBy: {
      'server/members/follow.test.ts': [
        'creates one row and one follower for a hundred concurrent requests',
      ],
      'server/platform/app.test.ts': ['gets Retry-After, while health and ping still answer'],
    },
  },
  {
    number: 14,
    attack: 'a tip is posted on a game that has started',
    tries: ({ ann, started }) => [
      post(ann, { options: [leg(started.id)] }, '409 fixture-started'),
      post(ann, { options: [leg(started.id)], ifStarted: 'drop' }, '409 fixture-started'),
    ],
    coveredBy: {
      'server/tips/tips-kick-off.test.ts': ['makes the whole slip fail, and is named'],
    },
  },
  {
    number: 15,
    attack: 'a phone claims that a started game is in the future',
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
    coveredBy: {
      'journeys/tips/refused-slip.test.ts': [
        'a slip that arrives after a kick-off stays on the phone, and the other games can be posted',
      ],
    },
  },
  {
    number: 16,
    attack: 'a tip is withdrawn too late',
    tries: ({ ann, tips }) => [
      withdraw(ann, tips.old, '409 too-late-to-withdraw'),
      withdraw(ann, tips.started, '409 too-late-to-withdraw'),
      withdraw(ann, tips.booked, '409 already-booked'),
      withdraw(ann, tips.confirmed, '409 already-confirmed'),
    ],
  },
  {
    number: 17,
    attack: 'a change arrives at the moment of the kick-off',
    coveredBy: {
      'server/tips/tips-kick-off.test.ts': [
        'a member cannot repeat requests after kick-off that failed before',
      ],
      'server/operations/arrival.test.ts': ['is not begun if it waited too long'],
    },
    beyond:
      'the races: `npm run faults -- --kick-offs 10000` runs them on two servers, which takes too long for a test',
  },
  {
    number: 18,
    attack: 'a tipster sends own odds, results and dates',
    tries: ({ ann, game }) => [
      call(ann, 'POST /api/tips', '400 invalid-json', {
        body: `{"options":[{"fixtureId":"${game.id}","oddName":"1X2 - 1","odd":NaN}]}`,
        headers: { 'content-type': 'application/json' },
      }),
      post(ann, { options: [leg(game.id)], totalOdds: 500 }, '400 invalid-input', ['totalOdds']),
    ],
    coveredBy: {
      'server/tips/tips.test.ts': ['ignores a client’s prices, results and dates'],
    },
  },
  {
    number: 19,
    attack: 'a slip contains unknown games, or one game in several spellings',
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
        // The letter o is Cyrillic.
        post(ann, { options: [called(game.game.replace('o', 'о'))] }, '422 unknown-fixture'),
        post(ann, { options: [called(`${game.away} Vs ${game.home}`)] }, '422 unknown-fixture'),
        post(ann, { options: [leg(game.id, '1X2 - 1\u200B')] }, '422 unknown-option'),
      ];
    },
    coveredBy: { 'server/tips/tips.test.ts': ['is refused when it is $is'] },
  },
  {
    number: 20,
    attack: 'a slip is empty, too long, or has an unlimited stake',
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
    attack: 'the steps of a tip are executed in another order, or twice',
    tries: ({ ann, administrator, secondAdministrator, started, tips }) => [
      call(ann, `PUT /api/tips/bookTicket/${tips.started.id}`, '409 tip-expired'),
      call(ann, `PUT /api/tips/bookTicket/${randomUUID()}`, '404 not-found'),
      confirm(administrator, tips.fresh, '409 legs-undecided'),
      confirm(secondAdministrator, tips.confirmed, '409 already-confirmed'),
      confirm(administrator, tips.fresh, '400 invalid-input', false),
      edit(
        administrator,
        tips.fresh,
        { options: [{ fixtureId: tips.fresh.options[0]?.fixtureId, result: 'won' }] },
        '409 too-early-to-decide',
      ),
      post(ann, { options: [leg(started.id)], IsBooked: true }, '400 invalid-input', ['IsBooked']),
    ],
  },
  {
    number: 22,
    attack: 'a tipster removes lost tips',
    tries: ({ ann, tips }) => [
      withdraw(ann, tips.confirmed, '409 already-confirmed'),
      call(ann, `PUT /api/tips/${tips.confirmed.id}/hide`, '404 not-found'),
    ],
    coveredBy: {
      'server/records/full-record.test.ts': ['counts withdrawn tips separately'],
      'server/members/account-deletion.test.ts': [
        'keeps the record public, as that of a former member',
      ],
      'server/members/tipsters.test.ts': ['is still shown with a record after switching off'],
    },
  },
  {
    number: 77,
    attack: 'the outbox of a phone is changed before it is sent',
    tries: ({ ann, bob, game, tips }) => [
      post(ann, { options: [leg(game.id)], tipsterId: bob.id }, '400 invalid-input', ['tipsterId']),
      ...[
        {
          method: 'PUT',
          path: `/api/tips/confirmTip/${tips.fresh.id}`,
          body: treated,
          userId: bob.id,
        },
        { method: 'DELETE', path: '/api/users/me', body: { password: 'x' } },
      ].map((entry) =>
        call(ann, 'POST /api/ops', '400 invalid-input', { body: [{ id: randomUUID(), ...entry }] }),
      ),
    ],
    coveredBy: { 'server/auth/access.test.ts': ['$name in a batch has the same statuses'] },
  },
  {
    number: 78,
    attack: 'a hundred concurrent requests try to have one effect twice',
    coveredBy: {
      'server/tips/booking.test.ts': ['is booked once by thirty concurrent requests'],
      'server/desk/confirm.test.ts': [
        'is confirmed once, with one audit entry, by concurrent requests',
      ],
      'server/members/follow.test.ts': [
        'creates one row and one follower for a hundred concurrent requests',
      ],
    },
  },
  {
    number: 88,
    attack: 'a tipster posts the same pick again, so that one lucky game counts often',
    tries: ({ bob, game, tips }) => {
      const pick = leg(game.id);
      const { game: name, kickOff: startDateOfGame } = game;
      return [
        repeat(bob, { options: [pick] }),
        repeat(bob, { options: [{ ...pick, odd: 9 }], stake: 10, analysis: 'Another.' }),
        repeat(bob, { options: [{ game: name, startDateOfGame, oddName: pick.oddName }] }),
        repeat(bob, { options: [pick], id: randomUUID() }),
        repeat(bob, { options: [pick], copiedFrom: tips.bobs.id }),
      ];
    },
    coveredBy: {
      'server/tips/tips-repeated.test.ts': [
        'is posted once by twenty requests to two servers, alone and in batches',
        'is in at most five tips of a member, and the refusal of the sixth names it',
      ],
    },
  },
  {
    number: 89,
    attack: 'a tipster posts too many tips, with or without keys',
    coveredBy: {
      'server/tips/tips-repeated.test.ts': ['cannot post in any way until the day is over'],
    },
  },
  {
    number: 95,
    attack: 'a tipster is in the list only while the record is good',
    coveredBy: {
      'server/members/tipster-leaves.test.ts': [
        'cannot return for 30 days, although saving the profile succeeds',
        'still has a public record, but cannot be followed',
      ],
    },
  },
];
