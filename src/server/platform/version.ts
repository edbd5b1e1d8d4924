import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');

/** The product's version from package.json. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest));
