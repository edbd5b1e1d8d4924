import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

import { modernBrowserAliases } from '#client/startup/modern-browser-aliases.ts';

/** A page built with the app's configuration from the app's own modules. */
export type BuiltPage = { folder: string; remove: () => Promise<void> };

export async function buildPage(
  entry = join(import.meta.dirname, 'page', 'main.ts'),
): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-page-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    resolve: { alias: modernBrowserAliases },
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'main.js', codeSplitting: false },
      },
    },
  });
  return { folder, remove: async () => rm(folder, { recursive: true, force: true }) };
}
