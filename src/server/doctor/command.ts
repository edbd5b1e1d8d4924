import { atDatabase } from '../db/command.ts';
import { readSettings, type Settings } from '../settings.ts';
import { StartRefused, messageOf } from '../start-refused.ts';
import { unknownSettings } from '../unknown-settings.ts';
import { lookAtDatabase, lookAtStandby } from './database.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { lookAtFolder, lookAtMail } from './machine.ts';
import { lookAtSettings } from './settings.ts';

type Choices = { clock?: () => Date; enoughDisk?: number };

/** Checks everything that a server needs, and reports for each problem what to do. */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  { clock = () => new Date(), enoughDisk }: Choices = {},
): Promise<Finding[]> {
  const unknown = unknownSettings(env).map(findingsAbout('settings').warn);
  const settings = settingsOf(env);
  if (Array.isArray(settings)) return [...unknown, ...settings];
  const { ok, bad } = findingsAbout('database');
  const said: Finding[] = [];
  const needs = { ...settings, connections: settings.databaseConnections, clock };
  const database = await atDatabase(
    settings,
    (line) => said.push(ok(line)),
    async (url) => lookAtDatabase(url, needs),
  ).catch((error: unknown) => [bad(messageOf(error))]);
  return [
    ...unknown,
    ...lookAtSettings(settings, env),
    await lookAtFolder(settings.dataDir, enoughDisk),
    ...said,
    ...database,
    ...(settings.databaseReadUrl === null
      ? []
      : [await lookAtStandby(settings.databaseReadUrl, settings)]),
    await lookAtMail(settings),
  ];
}

function settingsOf(env: Readonly<Record<string, string | undefined>>): Settings | Finding[] {
  const { bad } = findingsAbout('settings');
  try {
    return readSettings(env);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return [
      ...error.message.split('\n').map(bad),
      bad('Nothing starts before these are mended, and the rest was not looked at.'),
    ];
  }
}

async function run(): Promise<void> {
  const findings = await examine(process.env);
  for (const { is, about, words } of findings) {
    console.log(`${is.padEnd(5)} ${about.padEnd(9)} ${words}`);
  }
  if (findings.some(({ is }) => is === 'bad')) process.exitCode = 1;
}

if (import.meta.main) await run();
