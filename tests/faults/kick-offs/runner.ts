import { playOrders } from '../seed-runner.ts';
import { planOf } from './plan.ts';
import { runPlan } from './run-plan.ts';
import { openServer } from './server.ts';

await playOrders(async ({ url, dataDir }) => {
  const server = await openServer(url, dataDir);
  return {
    async *play({ first, count }) {
      for (let seed = first; seed < first + count; seed += 1) {
        yield { seed, ...(await runPlan(server, planOf(seed))) };
      }
    },
    close: async () => server.close(),
  };
});
