import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { findOrStartPostgres } from '#server/db/postgres.ts';
import { fixtures } from '#server/db/schema.ts';
import { runFixturesCommand } from '#server/seasons/command.ts';
import { OperatorError } from '#server/platform/error-reports.ts';

import { aDatabase, anEmptyDatabase } from '../../testing/database/database.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';

const command = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'src',
  'server',
  'seasons',
  'command.ts',
);
const seasons = join(import.meta.dirname, 'files');
const season = join(seasons, '2030-31_de.1.json');

type CommandOutput = { code: number; out: string; complaint: string };

/** Returns the output of `npm run fixtures` with these arguments. */
async function runCommand(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandOutput> {
  const output: string[] = [];
  const surroundings = {
    env: { NODE_ENV: 'test', ...env },
    now: new Date(),
    report: (line: string) => output.push(line),
  };
  try {
    const isWell = await runFixturesCommand(words, surroundings);
    return { code: isWell ? 0 : 1, out: output.join('\n'), complaint: '' };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { code: 1, out: output.join('\n'), complaint: error.message };
  }
}

/** Runs the command in a child process; only the output and the exit code are visible. */
async function inATerminal(words: readonly string[]): Promise<CommandOutput> {
  return new Promise((done) => {
    execFile(process.execPath, [command, ...words], { cwd: '/' }, (error, out, complaint) =>
      done({ code: error ? Number(error.code) : 0, out, complaint }),
    );
  });
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-fixtures-'));
  // PostgreSQL runs as another user and must be able to enter the folder.
  await chmod(folder, 0o711);
  atTheEnd(async () => {
    const elsewhere = await readlink(join(folder, 'postgres')).catch(() => undefined);
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

async function aFile(content: unknown, name = 'en.1.json'): Promise<string> {
  const path = join(await aFolder(), name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function counted(out: string, group: string): number[] {
  const line = out.split('\n').find((each) => each.startsWith(`${group}  `)) ?? '';
  return line.slice(22).trim().split(/\s+/).map(Number);
}

describe('importing a file', () => {
  test('prints its changes, and a repeated import changes nothing', async () => {
    const { database, url } = await aDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await aFolder() };

    const first = await runCommand(['import', season], env);
    const rows = await database.select().from(fixtures);
    const second = await runCommand(['import', season], env);

    expect(first).toMatchObject({ code: 0, complaint: '' });
    expect(first.out).toContain('soccer_germany_bundesliga');
    expect(first.out).toContain('season 2030-31');
    expect(first.out).toContain('8 added, 0 moved');
    expect(second.out).toContain('0 added, 0 moved, 0 with a new result, 8 as they were.');
    expect(await database.select().from(fixtures)).toEqual(rows);
  });

  test('imports a game that is listed twice once, and names it', async () => {
    const { database, url } = await aDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await aFolder() };
    const line = { round: 'Matchday 1', date: '2030-08-24', time: '15:00' };
    const derby = { ...line, team1: 'Arsenal FC', team2: 'Chelsea FC' };
    const other = { ...line, team1: 'Everton FC', team2: 'Fulham FC' };
    const matches = [
      derby,
      { ...derby, date: '2030-08-25' },
      { ...other, score: { ft: [1, 0] } },
      { ...other, score: { ft: [2, 0] } },
    ];

    const { out } = await runCommand(['import', await aFile({ matches })], env);

    expect(out).toContain('1 listed twice and imported once: Arsenal FC Vs Chelsea FC.');
    expect(out).toContain(
      '1 listed twice with different results and left out: Everton FC Vs Fulham',
    );
    expect(out).toContain('1 added');
    expect(await database.select().from(fixtures)).toMatchObject([
      { home: 'Arsenal FC', kickOff: new Date('2030-08-24T14:00:00Z') },
    ]);
  });

  test('works in an empty database', async () => {
    const url = await anEmptyDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await aFolder() };
    expect((await runCommand(['import', season], env)).out).toContain('8 added');
  });

  test('can move the season to today', async () => {
    const { database, url } = await aDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await aFolder() };

    const { code, out } = await runCommand(['import', season, '--shift-to-today'], env);

    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/by -?\d+ weeks/) });
    const rows = await database.select().from(fixtures);
    const ahead = rows.filter(({ kickOff }) => kickOff > new Date());
    expect(ahead.length).toBeGreaterThan(0);
    expect(ahead.length).toBeLessThan(rows.length);
    expect(ahead.every(({ fullTimeHome }) => fullTimeHome === null)).toBe(true);
  });

  test('accepts a league as an argument', async () => {
    const { url } = await aDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await aFolder() };
    const unnamed = join(await aFolder(), 'season.json');
    await copyFile(season, unnamed);
    const words = ['import', unnamed, '--league', 'soccer_spain_la_liga'];
    expect((await runCommand(words, env)).out).toContain('soccer_spain_la_liga');
  });

  test('works on the bundled PostgreSQL, with or without a running server', async () => {
    const dataDir = await aFolder();
    const alone = await runCommand(['import', season], { DATA_DIR: dataDir });
    expect(alone).toMatchObject({ code: 0, out: expect.stringContaining('8 added') });

    const server = await findOrStartPostgres(dataDir, () => undefined);
    const beside = await runCommand(['import', season], { DATA_DIR: dataDir });
    const database = openDatabase({ url: server.url });
    const stored = await database.$count(fixtures);
    await closeDatabase(database);
    await server.stop();

    expect(beside).toMatchObject({ code: 0, out: expect.stringContaining('8 as they were') });
    expect(stored).toBe(8);
  }, 60_000);
});

describe('a file that cannot be imported', () => {
  test.each([
    { what: 'does not exist', path: '/nowhere/en.1.json', says: 'cannot be read' },
    { what: 'is not JSON', content: '{', says: 'not JSON' },
    {
      what: 'has a wrong row',
      content: { matches: [{ date: '2030-08-24', team1: 'A', team2: 'B' }, { date: 'x' }] },
      says: 'Match 2: date must be',
    },
    {
      what: 'names no league',
      name: 'season.json',
      content: { name: 'Park', matches: [{ date: '2030-08-24', team1: 'A', team2: 'B' }] },
      says: '--league KEY',
    },
  ])('is refused with an error message when it $what', async ({ path, content, name, says }) => {
    const { database, url } = await aDatabase();
    const file = path ?? (await aFile(content, name));

    const output = await runCommand(['import', file], {
      DATABASE_URL: url,
      DATA_DIR: await aFolder(),
    });

    expect(output).toMatchObject({ code: 1, out: '', complaint: expect.stringContaining(says) });
    expect(await database.$count(fixtures)).toBe(0);
  });

  test.each([
    { what: 'no arguments', words: [], says: 'Usage' },
    { what: 'no file', words: ['import'], says: 'Usage' },
    { what: 'an unknown task', words: ['export', 'x'], says: 'Usage' },
    { what: 'an unknown option', words: ['import', season, '--shift'], says: 'Usage' },
    { what: 'an unknown league', words: ['import', season, '--league', 'x'], says: 'key x' },
    { what: 'an unknown database', words: ['import', season], says: 'Nothing was imported' },
  ])('is refused with $what', async ({ words, says }) => {
    const output = await runCommand(words, {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      DATA_DIR: await aFolder(),
    });
    expect(output).toMatchObject({ code: 1, complaint: expect.stringContaining(says) });
  });
});

describe('checking a folder of seasons', () => {
  test('settles every option of every played match, and counts results by group', async () => {
    const { code, out } = await runCommand(['check', seasons]);

    expect(code).toBe(0);
    expect(out).toContain('1 files, 8 matches: 4 played, 1 awarded.');
    expect(out).toContain('No match breaks the rule of a group.');
    // Won, lost, void, pending: four games were played; the fifth was awarded, which leaves every
    // option pending.
    expect(counted(out, '1X2')).toEqual([4, 8, 0, 3]);
    expect(counted(out, 'DNB')).toEqual([2, 2, 4, 2]);
    // A 3-1 without a half-time score shows only that there was a goal.
    expect(counted(out, 'First Goal')).toEqual([3, 7, 0, 5]);
    // One match has no half-time score, so its options stay pending.
    expect(counted(out, 'Half Time')).toEqual([3, 6, 0, 6]);
  });

  test('fails on an unreadable file, and still reports on the others', async () => {
    const folder = await aFolder();
    await copyFile(season, join(folder, 'de.1.json'));
    await writeFile(join(folder, 'en.1.json'), '{"matches":[{"date":"2030-02-31"}]}');

    const { code, out } = await runCommand(['check', folder]);

    expect(code).toBe(1);
    expect(out).toContain('4 played');
    expect(out).toContain('en.1.json: Match 1: date must be');
  });

  test.each([
    { what: 'does not exist', folder: '/nowhere', says: 'cannot be read' },
    { what: 'contains no season', folder: tmpdir(), says: 'no .json file' },
  ])('fails with an error message on a folder that $what', async ({ folder, says }) => {
    const at = folder === tmpdir() ? await aFolder() : folder;
    const output = await runCommand(['check', at]);
    expect(output).toMatchObject({ code: 1, complaint: expect.stringContaining(says) });
  });
});

describe('the command in a terminal', () => {
  test('prints its result', async () => {
    const { code, out } = await inATerminal(['check', seasons]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('4 played') });
  }, 20_000);

  test('exits with 1 and an error message if it fails', async () => {
    expect(await inATerminal(['check', '/nowhere'])).toMatchObject({
      code: 1,
      out: '',
      complaint: expect.stringMatching(/^\/nowhere cannot be read: [^\n]+\n$/),
    });
  }, 20_000);
});
