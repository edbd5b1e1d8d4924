import { fork } from 'node:child_process';
import { join } from 'node:path';

import type { Cluster } from './cluster.ts';
import type { Orders, Report } from './runner.ts';

/** A runner's task without the address of its database. */
export type Task = Omit<Orders, 'url' | 'dataDir'> & {
  /** The name of a bug to plant in the source that it loads. */
  planted?: string;
};

/** Runs schedules in a child process; rejects if it fails. */
export async function send(
  cluster: Cluster,
  { planted, ...task }: Task,
  onReport: (report: Report) => void,
): Promise<void> {
  const orders: Orders = { ...task, url: await cluster.database(), dataDir: cluster.dataDir };
  const hook = join(import.meta.dirname, 'planted/hook.ts');
  const runner = fork(join(import.meta.dirname, 'runner.ts'), {
    env: {
      ...process.env,
      FAULTS_ORDERS: JSON.stringify(orders),
      ...(planted !== undefined && { FAULTS_PLANTED: planted }),
    },
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Most objects of a schedule are short-lived.
      '--max-semi-space-size=64',
      '--import',
      hook,
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  runner.on('message', (report: Report) => onReport(report));
  const code = await new Promise((ended) => {
    runner.on('exit', (exitCode, signal) => ended(signal ?? exitCode));
  });
  if (code !== 0) throw new Error(`A runner ended with ${String(code)}.`);
}
