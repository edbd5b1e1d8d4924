import { readDotenv } from './dotenv.ts';
import { settingNames } from './settings.ts';

/** Names in `.env` that only compose.yaml reads. */
const composeNames = /^(?:POSTGRES_|COMPOSE_)/;

/** Minimum length of compared names; shorter ones resemble a setting too often by chance. */
const minTypoLength = 6;
const maxTypoDistance = 2;

/**
 * Returns a sentence for each unknown setting: every unknown name in `.env`, and names in the
 * environment that resemble a setting.
 */
export function findUnknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string | undefined>> = readDotenv(),
): string[] {
  const isKnown = (name: string) => settingNames.includes(name);
  const inFile = Object.keys(file).filter((name) => !isKnown(name) && !composeNames.test(name));
  const inEnvironment = Object.keys(env).filter(
    (name) => !isKnown(name) && !(name in file) && findNearestSetting(name) !== undefined,
  );
  return [
    ...inFile.map((name) => describeUnknownSetting(`${name} in the file .env`, name)),
    ...inEnvironment.map((name) => describeUnknownSetting(name, name)),
  ];
}

function describeUnknownSetting(subject: string, name: string): string {
  const candidates = findNearestSetting(name);
  return `${subject} is no setting${candidates ? `: is it ${candidates}?` : ', and nothing reads it.'}`;
}

function findNearestSetting(name: string): string | undefined {
  if (name.length < minTypoLength) return undefined;
  return settingNames.find(
    (known) => known.length >= minTypoLength && computeEditDistance(name, known) <= maxTypoDistance,
  );
}

function computeEditDistance(one: string, other: string): number {
  let row = [...other, ''].map((_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== wanted);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
