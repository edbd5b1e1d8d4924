import { withDatabaseUrl } from '../db/command.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { OperatorError, toErrorMessage } from '../platform/error-reports.ts';
import { findUnknownSettings } from '../platform/unknown-settings.ts';
import { checkDatabase, checkStandby } from './database.ts';
import { type CheckResult, createResultFactories } from './check-result.ts';
import { checkDataFolder, checkMailServer } from './machine.ts';
import { checkSettings } from './settings.ts';

type DoctorOptions = { clock?: () => Date; enoughDisk?: number };

/** Checks everything that a server needs; each result says how to solve its problem. */
export async function runChecks(
  env: Readonly<Record<string, string | undefined>>,
  { clock = () => new Date(), enoughDisk }: DoctorOptions = {},
): Promise<CheckResult[]> {
  const unknown = findUnknownSettings(env).map(createResultFactories('settings').warn);
  const settings = readSettingsOrResults(env);
  if (Array.isArray(settings)) return [...unknown, ...settings];
  const { ok, bad } = createResultFactories('database');
  const connectionResults: CheckResult[] = [];
  const needs = { ...settings, connections: settings.databaseConnections, clock };
  const database = await withDatabaseUrl(
    settings,
    (line) => connectionResults.push(ok(line)),
    async (url) => checkDatabase(url, needs),
  ).catch((error: unknown) => [bad(toErrorMessage(error))]);
  return [
    ...unknown,
    ...checkSettings(settings, env),
    await checkDataFolder(settings.dataDir, enoughDisk),
    ...connectionResults,
    ...database,
    ...(settings.databaseReadUrl === null
      ? []
      : [await checkStandby(settings.databaseReadUrl, settings)]),
    await checkMailServer(settings),
  ];
}

function readSettingsOrResults(
  env: Readonly<Record<string, string | undefined>>,
): Settings | CheckResult[] {
  const { bad } = createResultFactories('settings');
  try {
    return readSettings(env);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [
      ...error.message.split('\n').map(bad),
      bad('Nothing starts before these are mended, and the rest was not looked at.'),
    ];
  }
}

async function run(): Promise<void> {
  const results = await runChecks(process.env);
  for (const { is, about, message } of results) {
    console.log(`${is.padEnd(5)} ${about.padEnd(9)} ${message}`);
  }
  if (results.some(({ is }) => is === 'bad')) process.exitCode = 1;
}

if (import.meta.main) await run();
