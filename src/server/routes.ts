import { accountRoutes } from './auth/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { fixtureRoutes } from './fixtures/routes.ts';
import { pictureRoutes } from './members/pictures.ts';
import { memberRoutes } from './members/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { oddsRoutes } from './fixtures/odds-facade.ts';
import { batchRoutes } from './operations/batch.ts';
import { ownDataRoutes } from './own-data/routes.ts';
import { poolRoutes } from './pools/routes.ts';
import { proofRoutes } from './proof/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { recordRoutes } from './records/routes.ts';
import { securityRoutes } from './auth/security-routes.ts';
import type { RoutePlugin } from './serve.ts';
import { sourceRoutes } from './sources/routes.ts';
import { statsRoutes } from './fixtures/stats.ts';
import { pullRoutes } from './pull/routes.ts';
import { tipRoutes } from './tips/routes.ts';

/** All resources of the API, in the order of the API documentation. */
export const routes: readonly RoutePlugin[] = [
  accountRoutes,
  securityRoutes,
  memberRoutes,
  pictureRoutes,
  recordRoutes,
  poolRoutes,
  ownDataRoutes,
  tipRoutes,
  deskRoutes,
  sourceRoutes,
  pullRoutes,
  batchRoutes,
  fixtureRoutes,
  oddsRoutes,
  statsRoutes,
  noticeRoutes,
  pushRoutes,
  proofRoutes,
];
