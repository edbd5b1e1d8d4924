import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether tests may install packages: as root on Debian. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs Debian packages; throws when a package cannot be had. */
export async function installPackages(names: readonly string[]): Promise<void> {
  await runQuietly(['update']);
  await runQuietly(['install', '-y', '--no-install-recommends', ...names]);
}

async function runQuietly(words: readonly string[]): Promise<void> {
  const child = spawn('apt-get', ['-qq', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`apt-get ${words.join(' ')} failed (exit code ${code}).`);
}
