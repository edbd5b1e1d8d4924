import { verifyDatabase } from '#server/proof/verify.ts';

import { playOrders } from '../seed-runner.ts';
import { planOf } from './plan.ts';
import { runPlan } from './run-plan.ts';
import { openServer } from './server.ts';

await playOrders(async ({ url, dataDir }) => {
  const server = await openServer(url, dataDir);
  return {
    async *play({ first, count }) {
      for (let seed = first; seed < first + count; seed += 1) {
        const { violations, counts } = await runPlan(server, planOf(seed));
        // The last schedule of a runner verifies the rows of all of them.
        const isLast = seed === first + count - 1;
        const problems = isLast ? (await verifyDatabase(server.database)).problems : [];
        yield { seed, violations: [...violations, ...problems], counts };
      }
    },
    close: async () => server.close(),
  };
});
