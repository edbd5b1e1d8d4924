import { differingRecords } from '../../testing/database/recomputed-records.ts';
import type { SeedReport } from '../seed-runner.ts';
import type { Ground } from './ground.ts';
import { judge } from './judge.ts';
import { raceOf } from './plan.ts';
import { play } from './play.ts';

/** Races after which new members continue and the rows are verified. */
const racesToARecord = 50;

/** Runs the races of consecutive seeds. */
export async function* races(
  ground: Ground,
  { first, count }: { first: number; count: number },
): AsyncGenerator<SeedReport> {
  for (let seed = first; seed < first + count; seed += 1) {
    const race = raceOf(seed);
    const played = await play(ground, race);
    const violations = await judge(ground, race, played);
    const isLast = seed === first + count - 1;
    if (isLast || (seed - first) % racesToARecord === racesToARecord - 1) {
      for (const record of await differingRecords(ground.database)) {
        violations.push(`record ${record}`);
      }
      for (const problem of await ground.broken()) violations.push(`chain: ${problem}`);
      await ground.replaceMembers();
    }
    const counts: Record<string, number> = {};
    for (const { action, reply } of played.done) {
      const name = `${action.do} ${reply.status}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    yield { seed, violations, counts };
  }
}
