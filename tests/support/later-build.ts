import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BadLine } from './bad-line.ts';

const built = join(import.meta.dirname, '..', '..', 'dist', 'sw.js');

/** From here on the site has a later build of the worker, which an open tab offers. */
export async function aLaterBuild(line: BadLine): Promise<void> {
  const text = `${await readFile(built, 'utf8')}\n// A later build.`;
  line.answers('/sw.js', { type: 'text/javascript', text });
}
