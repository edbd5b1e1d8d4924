import * as fixtures from '#contract/fixtures/fixtures.ts';
import type { Tip } from '#contract/tips.ts';

import type { Statuses } from './notice-access.ts';

const everybody: Statuses = [200, 200, 200, 200, 200];

/** Rows on fixtures for the table in server/auth/access.test.ts. */
export const fixtureRows = [
  { route: fixtures.openFixtures, answers: everybody },
  {
    route: fixtures.oneFixture,
    path: ({ tip }: { tip: Tip }) => `/api/fixtures/${tip.options[0]?.fixtureId ?? ''}`,
    answers: everybody,
  },
  { route: fixtures.v3Sports, answers: everybody },
  {
    route: fixtures.v3Odds,
    path: () => '/odds/v3/odds/?sport=soccer_epl',
    answers: everybody,
  },
  { route: fixtures.stats, answers: everybody },
];
