import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { isAlive } from '../../platform/system.ts';
import { toErrorMessage, OperatorError } from '../../platform/error-reports.ts';
import { runAs } from './account.ts';
import { type Binaries, createPostgresEnvironment, withInitdb } from './binaries.ts';
import type { PostgresHome } from './postgres-home.ts';

const majorVersion = '18';

export const clusterOwner = 'touchline';

/** Returns the cluster's data folder, which is created at the first start. */
export async function openCluster(
  home: PostgresHome,
  binaries: Binaries,
  report: (line: string) => void,
): Promise<string> {
  const data = join(home.path, 'data');
  await renameIncompleteCluster(home.path, report);
  if (!existsSync(data)) await createCluster(home, binaries, data);
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => 'none');
  if (version.trim() !== majorVersion) {
    throw new OperatorError(
      `${data} is not a PostgreSQL ${majorVersion} cluster (its version: ${version.trim()}). ` +
        'Move it away to start with an empty one, or set DATABASE_URL.',
    );
  }
  return data;
}

/**
 * Renames the incomplete folder of an interrupted first start; a complete cluster already has its
 * final name. The folder is not deleted, because only a person can decide that.
 */
async function renameIncompleteCluster(
  home: string,
  report: (line: string) => void,
): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^data\.making-(\d+)$/.exec(name)?.[1];
    if (!pid || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    const aside = join(home, `data.unfinished-${Date.now()}-${pid}`);
    await rename(join(home, name), aside);
    report(`An earlier first start did not finish. What it left was moved aside to ${aside}.`);
  }
}

async function createCluster(home: PostgresHome, binaries: Binaries, data: string): Promise<void> {
  const making = `${data}.making-${process.pid}`;
  await withInitdb(binaries, async (initdb) => runInitdb(home, initdb, making));
  try {
    await rename(making, data);
  } catch (error) {
    // A concurrent start has created the cluster, which is already in use.
    await rm(making, { recursive: true, force: true });
    if (!existsSync(data)) throw error;
  }
  await syncFolder(home.path);
}

async function runInitdb(home: PostgresHome, command: string, folder: string): Promise<void> {
  const options = [
    `--pgdata=${folder}`,
    `--username=${clusterOwner}`,
    `--pwfile=${join(home.path, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    // Keeps the folder of a failed initdb for diagnosis.
    '--no-clean',
  ];
  try {
    await runAs(home.account, command, options, createPostgresEnvironment());
  } catch (error) {
    throw new OperatorError(`PostgreSQL could not make its cluster: ${toErrorMessage(error)}`);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
