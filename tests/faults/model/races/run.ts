import { differingRecords } from '../../../testing/database/recomputed-records.ts';
import type { Orders, SeedReport } from '../orders.ts';
import type { Server } from '../../world/server.ts';
import { aGround } from './ground.ts';
import { judge } from './judge.ts';
import { raceOf } from './plan.ts';
import { play } from './play.ts';

/** The number of races after which new members are created and the database is verified. */
const racesToARecord = 50;

/** Runs the races of consecutive seeds. */
export async function* playRaces(
  server: Server,
  { seeds: { first, count } }: Pick<Orders, 'seeds'>,
): AsyncGenerator<SeedReport> {
  const ground = await aGround(server);
  for (let seed = first; seed < first + count; seed += 1) {
    const race = raceOf(seed);
    const played = await play(ground, race);
    const found = await judge(ground, race, played);
    const isLast = seed === first + count - 1;
    if (isLast || (seed - first) % racesToARecord === racesToARecord - 1) {
      for (const record of await differingRecords(ground.database)) found.push(`record ${record}`);
      for (const problem of await ground.broken()) found.push(`chain: ${problem}`);
      await ground.replaceMembers();
    }
    const answers: Record<string, number> = {};
    for (const { action, reply } of played.done) {
      const name = `${action.do} ${reply.status}`;
      answers[name] = (answers[name] ?? 0) + 1;
    }
    const violations = found.map((what) => ({ check: 'not as it should be', what }));
    yield { name: `seed ${seed}`, violations, counts: { answers } };
  }
}
