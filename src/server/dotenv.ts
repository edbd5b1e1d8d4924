import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * The settings that a file such as `.env` names; none where there is no file. Some editors put a mark
 * before the first line, and some write two bytes for each letter.
 */
export function readDotenv(path = '.env'): Record<string, string | undefined> {
  if (!existsSync(path)) return {};
  const bytes = readFileSync(path);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return parseEnv(new TextDecoder(encoding).decode(bytes));
}
