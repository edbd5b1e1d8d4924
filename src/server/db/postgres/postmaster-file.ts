import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What PostgreSQL itself writes down about the process that has a cluster open. */
export type Postmaster = { pid: number; port: number; status: string };

/** The process that has this cluster open; null when there is none. */
export async function runningPostmaster(data: string): Promise<Postmaster | null> {
  const written = await writtenIn(data);
  if (!written || !isAlive(written.pid)) return null;
  if (commandOf(written.pid).includes(data)) return written;

  // In a container the same few numbers come back after every restart. PostgreSQL sees only that
  // somebody has its old number and would refuse to start; here it is known who that is.
  const again = await writtenIn(data);
  if (again?.pid === written.pid) await rm(join(data, 'postmaster.pid'), { force: true });
  return null;
}

async function writtenIn(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: lines[7] ?? '' };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
