import { readDotenv } from './dotenv.ts';
import { settingNames } from './settings.ts';

/** Names of `.env` that compose.yaml reads and the server does not. */
const composeNames = /^(?:POSTGRES_|COMPOSE_)/;

/** Shorter names are too often near another one by chance. */
const shortestTypo = 6;
const maxTypoDistance = 2;

/**
 * A sentence for each name that is no setting: every one of the file `.env`, and those of the environment
 * that are nearly a setting's.
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string | undefined>> = readDotenv(),
): string[] {
  const isKnown = (name: string) => settingNames.includes(name);
  const inFile = Object.keys(file).filter((name) => !isKnown(name) && !composeNames.test(name));
  const inEnvironment = Object.keys(env).filter(
    (name) => !isKnown(name) && !(name in file) && nearestSetting(name) !== undefined,
  );
  return [
    ...inFile.map((name) => sentenceOf(`${name} in the file .env`, name)),
    ...inEnvironment.map((name) => sentenceOf(name, name)),
  ];
}

function sentenceOf(subject: string, name: string): string {
  const meant = nearestSetting(name);
  return `${subject} is no setting${meant ? `: is it ${meant}?` : ', and nothing reads it.'}`;
}

function nearestSetting(name: string): string | undefined {
  if (name.length < shortestTypo) return undefined;
  return settingNames.find(
    (known) => known.length >= shortestTypo && distance(name, known) <= maxTypoDistance,
  );
}

/** How many letters have to be changed, added or left out to make one text of another. */
function distance(one: string, other: string): number {
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
