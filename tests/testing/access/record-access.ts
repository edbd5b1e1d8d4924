import * as records from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';

import type { Statuses } from './notice-access.ts';

const everybody: Statuses = [200, 200, 200, 200, 200];
const below = (path: string) => ({
  path: ({ tip }: { tip: Tip }) => `/api/tipsters/${tip.tipsterId}/${path}`,
});

/** Rows on records for the table in server/auth/access.test.ts. */
export const recordRows = [
  { route: records.tipsterRecord, ...below('record'), answers: everybody },
  { route: records.tipsterTips, ...below('tips'), answers: everybody },
  { route: records.competitionTable, answers: everybody },
];
