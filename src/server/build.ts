import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as z from 'zod/mini';

import { inTurn } from './build-turn.ts';
import { runCommand, StartRefused } from './start-refused.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stampName = '.build';

/** Everything the site is made of. The server is not part of it. */
const sources = [
  'src',
  'public',
  'locales',
  'index.html',
  'lingui.config.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds the site unless it is already that of these sources. Of several starts in one folder one does it. */
export async function buildSite(say: (line: string) => void, folder = root): Promise<void> {
  const dist = join(folder, 'dist');
  // An image may hold the built site alone.
  if (!existsSync(join(folder, 'index.html')) && existsSync(join(dist, 'index.html'))) return;

  const wanted = await fingerprintOf(folder);
  if ((await stampOf(dist)) === wanted) return;
  await inTurn(`${dist}-building`, say, async () => {
    // Whoever was waited for may have built it.
    if ((await stampOf(dist)) === wanted) return;
    say('Building the site. This takes a moment, and only after a change.');
    const id = await idOf(folder, wanted);
    await keepEarlierParts(dist, async () => {
      await runVite(folder, id);
      await compressAll(dist);
    });
    // Last, so that a build that was stopped half-way counts as none.
    await writeFile(join(dist, stampName), wanted);
  });
}

async function stampOf(dist: string): Promise<string> {
  return readFile(join(dist, stampName), 'utf8').catch(() => '');
}

/** What this build is called, after the sources of the site that was built and of this server. */
export async function buildId(folder = root): Promise<string> {
  return idOf(folder, await stampOf(join(folder, 'dist')));
}

async function idOf(folder: string, stamp: string): Promise<string> {
  const server = await filesBelow(join(folder, 'src', 'server')).catch((): string[] => []);
  return (await hashOf(folder, server.toSorted(), stamp)).slice(0, 10);
}

/** The parts of so many earlier builds are served: a page that is open still asks for its own. */
const keptBuilds = 5;
const listName = '.parts';
const Builds = z.array(z.array(z.string()));

/** Builds anew what is in a folder; files that only earlier builds name stay beside it for a while. */
export async function keepEarlierParts(dist: string, build: () => Promise<void>): Promise<void> {
  const assets = join(dist, 'assets');
  const aside = `${dist}-earlier`;
  // After a build that was stopped half-way they are there still.
  if (existsSync(assets) && !existsSync(aside)) {
    await rename(assets, aside);
    await rename(join(dist, listName), join(aside, listName)).catch(() => undefined);
  }
  const earlier = await listIn(aside);
  await build();
  const built = await partsIn(assets);
  const kept = earlier.slice(0, keptBuilds);
  const old = new Set(kept.flat().filter((name) => !built.includes(name)));
  for (const name of old) {
    // Whoever removed one by hand wants it gone.
    await rename(join(aside, name), join(assets, name)).catch(() => undefined);
  }
  // Renamed into its place: one that was cut off would say nothing of any build.
  await writeFile(join(dist, `${listName}.new`), JSON.stringify([built, ...kept]));
  await rename(join(dist, `${listName}.new`), join(dist, listName));
  await rm(aside, { recursive: true, force: true });
}

/** The files of the last builds, the newest first; none where there is no list, or one that says nothing. */
async function listIn(folder: string): Promise<string[][]> {
  try {
    return Builds.parse(JSON.parse(await readFile(join(folder, listName), 'utf8')));
  } catch {
    return [];
  }
}

/** Files whose names change with their content, and so never stand for another's. */
async function partsIn(assets: string): Promise<string[]> {
  const entries = await readdir(assets, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** One hash over the names and contents of all sources. */
export async function fingerprintOf(folder: string): Promise<string> {
  return hashOf(folder, await sourceFiles(folder));
}

async function hashOf(folder: string, paths: readonly string[], start = ''): Promise<string> {
  const hash = createHash('sha256').update(start);
  for (const path of paths) {
    hash.update(`${relative(folder, path)}\0`);
    hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

async function sourceFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const source of sources) {
    const path = join(folder, source);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) files.push(path);
    if (found?.isDirectory()) for (const file of await filesBelow(path)) files.push(file);
  }
  const server = join(folder, 'src', 'server');
  // The route tree is written by the build itself.
  return files
    .filter((path) => !path.startsWith(server) && !path.endsWith('route-tree.gen.ts'))
    .toSorted();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** In a process of its own: what a build needs in memory does not stay with the server. */
async function runVite(folder: string, id: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('vite/package.json');
  const vite = spawn(
    process.execPath,
    [join(dirname(manifest), 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', BUILD_ID: id },
    },
  );
  const code = await new Promise((done) => {
    vite.on('error', (error) => done(error.message));
    vite.on('exit', (exit, signal) => done(exit ?? signal));
  });
  if (code !== 0) throw new StartRefused(`The site could not be built (vite: ${String(code)}).`);
}

const worthIt = /\.(js|css|html|json|svg|webmanifest|txt|xml)$/;
const smallest = 1024;

/** Compressed once and well, rather than quickly at every request. */
export async function compressAll(dist: string): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    (await filesBelow(dist))
      .filter((path) => worthIt.test(path))
      .map(async (path) => {
        const content = await readFile(path);
        if (content.length < smallest) return;
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, best));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

// The command: the site as a start builds it.
if (import.meta.main) await runCommand(() => buildSite(console.log));
