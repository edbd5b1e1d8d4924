import { stats } from '#contract/fixtures.ts';

import { type Routes, serve } from '../serve.ts';
import { countActiveTips, countTipsByFixture } from './queries.ts';

export const statsRoutes: Routes = async (app, { database, clock }) => {
  serve(
    app,
    stats,
    async () => {
      const at = clock();
      const [activeTips, tipsByFixture] = await Promise.all([
        countActiveTips(database, at),
        countTipsByFixture(database, at),
      ]);
      return { activeTips, tipsByFixture };
    },
    { etag: true },
  );
};
