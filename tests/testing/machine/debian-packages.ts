import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** True if tests may install packages, which requires root on Debian. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs Debian packages; throws if one cannot be installed. */
export async function installPackages(names: readonly string[]): Promise<void> {
  await runAptGet(['update']);
  await runAptGet(['install', '-y', '--no-install-recommends', ...names]);
}

async function runAptGet(args: readonly string[]): Promise<void> {
  const child = spawn('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed (exit code ${code}).`);
}
