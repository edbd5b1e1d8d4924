import { parseArgs } from 'node:util';

import { runBrowserKills } from './browser-kills.ts';
import { runProcesses } from './run.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '30' },
    seed: { type: 'string' },
    /** Runs browser kills instead: their number. */
    browser: { type: 'string' },
    /** Runs schedules against a specification-only backend instead. */
    'spec-only': { type: 'boolean', default: false },
  },
});
const { runs, seed, browser, 'spec-only': specOnly } = values;
const well =
  browser === undefined
    ? await runProcesses({
        runs: Number(runs),
        specOnly,
        ...(seed !== undefined && { seed: Number(seed) }),
      })
    : await browserSurvives(Number(browser));
process.exitCode = well ? 0 : 1;

async function browserSurvives(times: number): Promise<boolean> {
  const began = performance.now();
  const { survived, promised, lost } = await runBrowserKills(times);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `The browser was killed right after a promise ${times} times: ${survived}/${times} survived, ` +
      `${promised} changes promised, ${lost.length} lost, in ${seconds} s`,
  );
  return survived === times;
}
