import { assignClub, unknownClubs } from '#contract/fixtures/club-names.ts';

import type { Statuses } from './notice-access.ts';

const byCaller = (...answers: Statuses): Statuses => answers;

/** Rows on names of clubs for the table in server/auth/access.test.ts. */
export const clubNameRows = [
  { route: unknownClubs, answers: byCaller(401, 403, 403, 403, 200) },
  {
    route: assignClub,
    body: () => ({ sportKey: 'soccer_epl', name: 'Nobody', club: 'Nobody' }),
    answers: byCaller(401, 403, 403, 403, 404),
  },
];
