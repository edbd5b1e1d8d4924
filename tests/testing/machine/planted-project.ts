import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '..', '..', '..');

const configuration = [
  'package.json',
  '.oxlintrc.json',
  'tsconfig.json',
  'tests/tsconfig.json',
  'locales/tsconfig.json',
  ...globSync('src/*/tsconfig.json', { cwd: root }),
];

const tools = ['@types', 'vite', 'undici-types', 'oxlint', 'oxlint-tsgolint'];

/** Creates a project with this project's configuration and the given files; deleted after use. */
export function plantedProject(
  files: Record<string, string>,
  packages: readonly string[] = tools,
): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-planted-'));
  for (const path of configuration) cpSync(join(root, path), join(folder, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // A real folder with links inside, because the compiler writes its outputs below node_modules.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of packages) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return {
    folder,
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a tool in a folder and returns its output, also if the tool reports findings. */
export async function says(tool: string, args: string[], folder: string): Promise<string> {
  const bin = join(root, 'node_modules', '.bin', tool);
  try {
    const { stdout } = await promisify(execFile)(bin, args, { cwd: folder, maxBuffer: 1e8 });
    return stdout;
  } catch (error) {
    // A tool with findings fails with an output; a tool that could not run has no output.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') {
      return error.stdout;
    }
    throw error;
  }
}
