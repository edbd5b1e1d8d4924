import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { provideEngines } from './engines/engines.ts';
import { provideChromium } from './testing/phone/chromium.ts';
import { providePostgres } from './testing/database/postgres.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'test-output');

type Counts = { passed: number; failed: number; skipped: number };

type Stage = {
  name: string;
  command: string[];
  /** Starts with the run; before the stage runs, its result is awaited and printed. */
  prepare?: () => Promise<string>;
  /** Reads how many tests passed and failed; a stage without this function has no tests. */
  counts?: () => Counts;
  /** Matches the number of checked files in the tool's output; a check of no file fails. */
  files?: RegExp;
};

const checks: Stage[] = [
  { name: 'format', command: ['oxfmt', '--check'], files: /on (\d+) files/ },
  { name: 'lint', command: ['oxlint'], files: /on (\d+) files/ },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip'] },
];
const unit = vitest('unit', ['node', 'happy-dom']);
const server = vitest('server', ['server']);
const build: Stage = { name: 'build', command: ['vite', 'build'] };
const faults: Stage = {
  name: 'fault seeds',
  // Sixty seeds detect every planted bug; `npm run faults` runs five times as many.
  command: ['node', 'tests/faults/run.ts', '--runs', '60'],
  counts: () => countsOfSchedules('faults'),
};
const kickOffs: Stage = {
  name: 'kick-off seeds',
  command: ['node', 'tests/faults/run.ts', '--kick-offs', '60'],
  counts: () => countsOfSchedules('kick-offs'),
};
const processes: Stage = {
  name: 'process seeds',
  command: ['node', 'tests/faults/run.ts', '--processes', '--runs', '20'],
  counts: () => countsOfSchedules('processes'),
};
const journeys: Stage = {
  name: 'browser journeys',
  command: ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
  counts: () => countsOfPlaywright('journeys'),
};

const mainJob = engineStage('main job in three engines', ['main-job']);
const allEngines = engineStage('engine journeys', []);

// Stages of one group run in parallel, because a single stage does not always use all cores. Real
// server processes use too many connections to run in parallel with the server's own tests.
const groupsByCommand: Record<string, Stage[][]> = {
  test: [checks, [unit, build, processes], [server, faults, kickOffs], [journeys], [mainJob]],
  check: [checks, [unit], [server]],
  engines: [[build], [allEngines]],
};
const [command = 'test'] = process.argv.slice(2);
const stageGroups = groupsByCommand[command];
if (!stageGroups) throw new Error(`No tests are named "${command}".`);
process.exitCode = await run(stageGroups, command === 'check' ? undefined : provideChromium);

/** Runs groups of stages until one fails; then prints how many tests passed and failed. */
async function run(groups: Stage[][], prepare?: () => Promise<unknown>): Promise<number> {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const counts: Counts[] = [];
  let failure: string | undefined;
  let stopPostgres: (() => Promise<void>) | undefined;

  try {
    await prepare?.();
    const prepared = new Map(
      groups.flat().map((stage) => [stage, stage.prepare?.() ?? Promise.resolve('')]),
    );
    const stop = await providePostgres();
    stopPostgres = stop;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stop().finally(() => process.exit(1)));
    }
    for (const group of groups) {
      const lines = await Promise.all(group.map(async (stage) => prepared.get(stage)));
      for (const line of lines.filter(Boolean)) console.log(`\n${line}`);
      const ended = await Promise.all(
        group.map(async (stage) => runStage(stage, group.length === 1)),
      );
      counts.push(...ended.flatMap((stage) => stage.counts ?? []));
      failure = ended.find((stage) => stage.failure !== undefined)?.failure;
      if (failure !== undefined) break;
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await stopPostgres?.();
  }

  if (failure !== undefined) console.log(`\n${failure}`);
  const passed = sum(counts.map((each) => each.passed));
  const failedTests = sum(counts.map((each) => each.failed));
  // A failure outside any test counts as one failed test.
  const failed = failure !== undefined && failedTests === 0 ? 1 : failedTests;
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Runs one stage; unless it runs `alone`, its output is printed when it has ended. */
async function runStage(stage: Stage, alone: boolean) {
  const begins = `\n== ${stage.name}: ${stage.command.join(' ')}\n`;
  if (alone) process.stdout.write(begins);
  const started = performance.now();
  const { code, text } = await tool(stage.command, alone);
  if (!alone) process.stdout.write(`${begins}${text}`);
  const counts = stage.counts?.();
  const failure = failureOf(stage, code, text, counts);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const tests = counts === undefined ? '' : `, ${counts.passed + counts.failed} tests`;
  console.log(`== ${stage.name}: ${failure ?? 'passed'} in ${seconds} s${tests}`);
  return { counts, failure };
}

function failureOf(stage: Stage, code: number, text: string, counts: Counts | undefined) {
  if (code !== 0) return `The stage "${stage.name}" failed (exit code ${code}).`;
  if (stage.files !== undefined && Number(stage.files.exec(text)?.[1] ?? 0) === 0) {
    return `The stage "${stage.name}" looked at no file.`;
  }
  if (counts === undefined) return undefined;
  if (counts.failed > 0) return `The stage "${stage.name}" has failing tests.`;
  if (counts.skipped > 0) return `The stage "${stage.name}" skipped ${counts.skipped} tests.`;
  if (counts.passed === 0) return `The stage "${stage.name}" ran no test.`;
  return undefined;
}

/** A stage of journeys in each engine that is installed or can be installed. */
function engineStage(name: string, files: string[]): Stage {
  return {
    name,
    command: ['playwright', 'test', '--config', 'tests/engines/playwright.config.ts', ...files],
    prepare: provideEngines,
    counts: () => countsOfPlaywright('engines'),
  };
}

function vitest(name: string, projects: string[]): Stage {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file(name)}`];
  return {
    name,
    command: ['vitest', 'run', ...chosen, ...reports],
    counts: () => countsOfVitest(name),
  };
}

function file(name: string): string {
  return join('test-output', `${name}.json`);
}

function countsOfVitest(name: string): Counts {
  const {
    numPassedTests: passed = 0,
    numFailedTests: failed = 0,
    numPendingTests: pending = 0,
    numTodoTests: todo = 0,
  } = report(name);
  return { passed, failed, skipped: pending + todo };
}

/** Counts a journey that passed only when it was repeated as failed. */
function countsOfPlaywright(name: string): Counts {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report(name).stats ?? {};
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** Counts each schedule of faults as a test. */
function countsOfSchedules(name: string): Counts {
  const { schedules = 0, failed = 0 } = report(name);
  return { passed: schedules - failed, failed, skipped: 0 };
}

/** Fields of the tools' JSON reports that are read here. */
type Report = {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  schedules?: number;
  failed?: number;
  stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number };
};

/** Reads a tool's report; empty if the tool crashed and wrote none. */
function report(name: string): Report {
  const path = join(root, file(name));
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

/** Runs a tool of this package; prints its output at once if `shown` is true. */
function tool(
  [name = '', ...args]: string[],
  shown: boolean,
): Promise<{ code: number; text: string }> {
  const bin = join(root, 'node_modules', '.bin');
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; text: string }>();
  const child = spawn(join(bin, name), args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      // About two hundred servers are started; all of them use the code that the first compiled.
      NODE_COMPILE_CACHE: join(output, 'compiled'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (shown) process.stdout.write(chunk);
    });
  }
  child.on('error', reject);
  child.on('close', (code) => resolve({ code: code ?? 1, text }));
  return promise;
}
