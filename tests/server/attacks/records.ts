import { randomUUID } from 'node:crypto';

import type { Attack, Ground, Try } from './attack.ts';

function post(by: Ground['ann'], body: object, answers = '409 already-tipped'): Try {
  return { by, method: 'POST', path: '/api/tips', body, answers };
}

/** Attacks that count one good pick more than once, or flood a history. */
export const attacksOnRecords: readonly Attack[] = [
  {
    number: 88,
    attack: 'a tipster posts the same pick again, so that one lucky game counts often',
    tries: ({ bob, game, tips }) => {
      const leg = { fixtureId: game.id, oddName: '1X2 - 1' };
      const { game: name, kickOff: startDateOfGame } = game;
      return [
        post(bob, { options: [leg] }),
        post(bob, { options: [{ ...leg, odd: 9 }], stake: 10, analysis: 'Another.' }),
        post(bob, { options: [{ game: name, startDateOfGame, oddName: leg.oddName }] }),
        post(bob, { options: [leg], id: randomUUID() }),
        post(bob, { options: [leg], copiedFrom: tips.bobs.id }),
      ];
    },
    coveredBy: [
      [
        'server/tips/tips-repeated.test.ts',
        'is posted once by twenty requests at two servers, alone and in batches',
      ],
      [
        'server/tips/tips-repeated.test.ts',
        'is in at most five tips of a member, and the sixth names it',
      ],
    ],
  },
  {
    number: 89,
    attack: 'a tipster fills their history with posts, by keys or without',
    coveredBy: [
      [
        'server/tips/tips-repeated.test.ts',
        'posts no more, with a key or without, alone or in a batch, until the day is over',
      ],
    ],
  },
];
