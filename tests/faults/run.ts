import { parseArgs } from 'node:util';

import type { Kind } from './model/orders.ts';

// Each option selects a kind of run, or belongs to the option above it; README.md has the commands.
const { values, positionals } = parseArgs({
  options: {
    /** The number of schedules, simulated or on real processes. */
    runs: { type: 'string' },
    /** The first seed. Without `--runs`, only this seed is run, and its log is printed. */
    seed: { type: 'string' },
    /** Plants all known bugs, or the named ones, one after the other, until each is detected. */
    planted: { type: 'boolean', default: false },
    /** The file of one schedule to run. */
    plan: { type: 'string' },
    /** Failing schedules are not shrunk. */
    whole: { type: 'boolean', default: false },
    /** The number of schedules with requests around kick-offs. */
    'kick-offs': { type: 'string' },
    /** The number of races between two administrators. */
    races: { type: 'string' },
    /** The number of random requests to each route. */
    requests: { type: 'string' },
    /** Only routes whose name contains one of these texts, such as "PUT /api/tips". */
    only: { type: 'string', multiple: true },

    /** Schedules on real processes and sockets. */
    processes: { type: 'boolean', default: false },
    /** Kills this many browsers instead. */
    browser: { type: 'string' },
    /** Schedules against a spec-only backend instead. */
    'spec-only': { type: 'boolean', default: false },
    /** Kills the primary of a cluster; a number after the option sets how often, by default 10. */
    cluster: { type: 'boolean', default: false },

    /** A crowd of members at the same time, on one process and on two. */
    stadium: { type: 'boolean', default: false },
    members: { type: 'string', default: '500' },
    /** The number of processes. */
    servers: { type: 'string' },
    /** Floods by one member, by strangers, and of page requests. */
    flood: { type: 'boolean', default: false },
    /** The duration of each flood. */
    seconds: { type: 'string', default: '12' },
    /** A day at the desk with this many tickets, from a phone on a faulty network. */
    'desk-day': { type: 'string' },
  },
  allowPositionals: true,
});

process.exit((await run()) ? 0 : 1);

async function run(): Promise<boolean> {
  const { seed, planted } = values;
  const first = Number(seed ?? '1');
  if (values.processes) return runOnProcesses();
  if (values.cluster) {
    const { killPrimaries } = await import('./processes/cluster/run.ts');
    return killPrimaries({ kills: Number(positionals[0] ?? '10'), planted });
  }
  if (values.stadium || values.flood || values['desk-day'] !== undefined) return runLoad(first);
  if (values.requests !== undefined) {
    const { sendToAll } = await import('./model/requests/run.ts');
    return sendToAll({ count: Number(values.requests), seed: first, only: values.only ?? [''] });
  }
  const { runModel } = await import('./model/model.ts');
  const seeds = (kind: Kind, runs: string) => ({ kind, runs: Number(runs), isSingle: false });
  const isSingle = seed !== undefined && values.runs === undefined;
  const schedules = { ...seeds('schedules', isSingle ? '1' : (values.runs ?? '300')), isSingle };
  const kickOffs = values['kick-offs'] !== undefined && seeds('kick-offs', values['kick-offs']);
  const races = values.races !== undefined && seeds('races', values.races);
  const chosen = kickOffs || races || schedules;
  const { plan, whole } = values;
  const bugs = planted ? positionals : undefined;
  return runModel({ ...chosen, first, plan, shrinks: !whole, planted: bugs });
}

async function runOnProcesses(): Promise<boolean> {
  const { runs = '30', seed, browser, 'spec-only': isSpecOnly } = values;
  if (browser !== undefined) {
    const { killBrowsers } = await import('./processes/browser-kills.ts');
    return killBrowsers(Number(browser));
  }
  const { runProcesses } = await import('./processes/run.ts');
  const first = seed === undefined ? undefined : Number(seed);
  return runProcesses({ runs: Number(runs), seed: first, isSpecOnly });
}

async function runLoad(seed: number): Promise<boolean> {
  const { members, seconds, servers, 'desk-day': tickets } = values;
  const processes = servers === undefined ? undefined : Number(servers);
  if (tickets !== undefined) {
    const { runDeskDay } = await import('./load/desk-day.ts');
    return runDeskDay(Number(tickets), seed);
  }
  if (values.flood) {
    const { runFloods } = await import('./load/flood.ts');
    return runFloods({ processes: processes ?? 1, seconds: Number(seconds) });
  }
  const { runStadium } = await import('./load/stadium.ts');
  return runStadium(Number(members), processes === undefined ? [1, 2] : [processes]);
}
