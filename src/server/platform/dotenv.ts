import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * Reads a settings file such as `.env`; empty if it does not exist. Accepts UTF-16 and a byte order
 * mark, which some editors write.
 */
export function readDotenv(path = '.env'): Record<string, string | undefined> {
  if (!existsSync(path)) return {};
  const bytes = readFileSync(path);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return parseEnv(new TextDecoder(encoding).decode(bytes));
}
