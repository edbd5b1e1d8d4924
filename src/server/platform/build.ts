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

import { withLock } from './build-lock.ts';
import { runCommand, OperatorError } from './error-reports.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const buildStampFileName = '.build';

/** Sources of the site; the server is excluded. */
const siteSources = [
  'src',
  'public',
  'locales',
  'index.html',
  'lingui.config.ts',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Builds the site unless the existing build has the same sources. If several processes start in one
 * folder, only one builds.
 */
export async function buildSite(report: (line: string) => void, folder = root): Promise<void> {
  const dist = join(folder, 'dist');
  // A container image may contain only the built site.
  if (!existsSync(join(folder, 'index.html')) && existsSync(join(dist, 'index.html'))) return;

  const stamp = await hashSources(folder);
  if ((await readStamp(dist)) === stamp) return;
  await withLock(`${dist}-building`, report, async () => {
    // Another process may have built the site while this one waited for the lock.
    if ((await readStamp(dist)) === stamp) return;
    report('Building the site. This takes a moment, and only after a change.');
    const id = await computeBuildId(folder, stamp);
    await buildWithEarlierFiles(dist, async () => {
      await runVite(folder, id);
      await compressBuiltFiles(dist);
    });
    // The stamp is written last, so that an interrupted build is not used.
    await writeFile(join(dist, buildStampFileName), stamp);
  });
}

async function readStamp(dist: string): Promise<string> {
  return readFile(join(dist, buildStampFileName), 'utf8').catch(() => '');
}

/** Returns the id of this build: a digest of the sources of the site and the server. */
export async function readBuildId(folder = root): Promise<string> {
  return computeBuildId(folder, await readStamp(join(folder, 'dist')));
}

async function computeBuildId(folder: string, stamp: string): Promise<string> {
  const server = await listFilesBelow(join(folder, 'src', 'server')).catch((): string[] => []);
  return (await hashFiles(folder, server.toSorted(), stamp)).slice(0, 10);
}

/** Number of earlier builds whose files are still served to open pages. */
const maxEarlierBuilds = 5;
/** The file that lists the files of the last builds. */
const buildListFileName = '.parts';
const BuildFileLists = z.array(z.array(z.string()));

/** Runs a build, and adds the files of some earlier builds to the new files. */
export async function buildWithEarlierFiles(
  dist: string,
  build: () => Promise<void>,
): Promise<void> {
  const assets = join(dist, 'assets');
  const aside = `${dist}-earlier`;
  // After an interrupted build the files are still in the folder `aside`.
  if (existsSync(assets) && !existsSync(aside)) {
    await rename(assets, aside);
    await rename(join(dist, buildListFileName), join(aside, buildListFileName)).catch(
      () => undefined,
    );
  }
  const earlier = await readBuildList(aside);
  await build();
  const built = await listAssets(assets);
  const earlierBuilds = earlier.slice(0, maxEarlierBuilds);
  const old = new Set(earlierBuilds.flat().filter((name) => !built.includes(name)));
  for (const name of old) {
    // A missing file is ignored: an operator may have deleted the file.
    await rename(join(aside, name), join(assets, name)).catch(() => undefined);
  }
  // The list is renamed at the end, because a truncated list would lose all earlier builds.
  await writeFile(
    join(dist, `${buildListFileName}.new`),
    JSON.stringify([built, ...earlierBuilds]),
  );
  await rename(join(dist, `${buildListFileName}.new`), join(dist, buildListFileName));
  await rm(aside, { recursive: true, force: true });
}

/** Reads the file names of the last builds, newest first; empty if the list is unreadable. */
async function readBuildList(folder: string): Promise<string[][]> {
  try {
    return BuildFileLists.parse(
      JSON.parse(await readFile(join(folder, buildListFileName), 'utf8')),
    );
  } catch {
    return [];
  }
}

/** Lists files with a digest in their name, whose content never changes. */
async function listAssets(assets: string): Promise<string[]> {
  const entries = await readdir(assets, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Returns a digest of the names and contents of all sources. */
export async function hashSources(folder: string): Promise<string> {
  return hashFiles(folder, await listSourceFiles(folder));
}

async function hashFiles(folder: string, paths: readonly string[], start = ''): Promise<string> {
  const hash = createHash('sha256').update(start);
  for (const path of paths) {
    hash.update(`${relative(folder, path)}\0`);
    hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

async function listSourceFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const source of siteSources) {
    const path = join(folder, source);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) files.push(path);
    if (found?.isDirectory()) for (const file of await listFilesBelow(path)) files.push(file);
  }
  const server = join(folder, 'src', 'server');
  // The route tree is excluded, because the build itself generates it.
  return files
    .filter((path) => !path.startsWith(server) && !path.endsWith('route-tree.gen.ts'))
    .toSorted();
}

async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Runs Vite in a child process, whose memory is freed at its end. */
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
  if (code !== 0) throw new OperatorError(`The site could not be built (vite: ${String(code)}).`);
}

const compressibleNames = /\.(js|css|html|json|svg|webmanifest|txt|xml)$/;
const minCompressedBytes = 1024;

/** Compresses files once at the best level, instead of quickly at every request. */
export async function compressBuiltFiles(dist: string): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    (await listFilesBelow(dist))
      .filter((path) => compressibleNames.test(path))
      .map(async (path) => {
        const content = await readFile(path);
        if (content.length < minCompressedBytes) return;
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, best));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

// Run as a command, this file builds the site as a start of the server does.
if (import.meta.main) await runCommand(() => buildSite(console.log));
