import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import {
  type Counts,
  countsOfPlaywright,
  countsOfSchedules,
  countsOfVitest,
  sum,
} from './support/counts.ts';
import { provideChromium } from './support/chromium.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'test-output');

type Stage = {
  name: string;
  command: string[];
  /** Reads how many tests passed and failed; a stage without it holds no tests. */
  counts?: () => Counts;
  /** Finds in the tool's output how many files it looked at, so that a check of nothing is seen. */
  files?: RegExp;
};

const checks: Stage[] = [
  { name: 'format', command: ['oxfmt', '--check'], files: /on (\d+) files/ },
  { name: 'lint', command: ['oxlint'], files: /on (\d+) files/ },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip'] },
  vitest('unit', ['node', 'happy-dom']),
  vitest('server', ['server']),
];

const rest: Stage[] = [
  {
    name: 'fault seeds',
    command: ['node', 'tests/faults/run.ts', '--runs', '300'],
    counts: () => countsOfSchedules(report('faults')),
  },
  { name: 'build', command: ['vite', 'build'] },
  {
    name: 'browser journeys',
    command: ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
    counts: () => countsOfPlaywright(report('journeys')),
  },
];

process.exitCode =
  process.argv[2] === 'check'
    ? await run(checks)
    : await run([...checks, ...rest], provideChromium);

/** Runs the stages up to the first that fails, and closes with one line of figures. */
async function run(stages: Stage[], prepare?: () => void): Promise<number> {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  let failure: string | undefined;

  try {
    prepare?.();
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }

  for (const stage of stages) {
    if (failure !== undefined) break;
    console.log(`\n== ${stage.name}: ${stage.command.join(' ')}`);
    const started = performance.now();
    const { code, text } = await tool(stage.command);
    const counts = stage.counts?.();
    if (counts !== undefined) total = sum(total, counts);
    failure = failureOf(stage, code, text, counts);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const tests = counts === undefined ? '' : `, ${counts.passed + counts.failed} tests`;
    console.log(`== ${stage.name}: ${failure ?? 'passed'} in ${seconds} s${tests}`);
  }

  if (failure !== undefined) console.log(`\n${failure}`);
  // A failure outside any test is a failure all the same.
  const failed = failure !== undefined && total.failed === 0 ? 1 : total.failed;
  console.log(`\n${total.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
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

function vitest(name: string, projects: string[]): Stage {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file(name)}`];
  return {
    name,
    command: ['vitest', 'run', ...chosen, ...reports],
    counts: () => countsOfVitest(report(name)),
  };
}

function file(name: string): string {
  return join('test-output', `${name}.json`);
}

/** A tool that fell over leaves no report: then there is nothing to count. */
function report(name: string): unknown {
  const path = join(root, file(name));
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Runs a tool of this package, showing what it says while it runs. */
function tool([name = '', ...args]: string[]): Promise<{ code: number; text: string }> {
  const bin = join(root, 'node_modules', '.bin');
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; text: string }>();
  const child = spawn(join(bin, name), args, {
    cwd: root,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    process.stdout.write(chunk);
  });
  child.on('error', reject);
  child.on('close', (code) => {
    resolve({ code: code ?? 1, text });
  });
  return promise;
}
