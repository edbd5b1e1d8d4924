import { playOrders } from '../seed-runner.ts';
import { openGround } from './ground.ts';
import { races } from './run.ts';

await playOrders(async ({ url, dataDir }) => {
  const ground = await openGround(url, dataDir);
  return { play: (seeds) => races(ground, seeds), close: async () => ground.close() };
});
