import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '..', '..', 'dist');
const weighed = new Map<string, number>();

/** Size of these files in bytes with the best brotli compression. */
export function brotliBytes(addresses: readonly string[]): number {
  return [...new Set(addresses.map(pathOf))].reduce((sum, path) => sum + weigh(path), 0);
}

/** Size of these files in bytes with gzip, which every browser and proxy supports. */
export function gzipBytes(addresses: readonly string[]): number {
  const paths = [...new Set(addresses.map(pathOf))];
  return paths.reduce((sum, path) => sum + gzipSync(fileOf(path), { level: 9 }).length, 0);
}

/** Uncompressed size of these files in bytes. */
export function plainBytes(addresses: readonly string[]): number {
  return addresses.reduce((sum, address) => sum + fileOf(pathOf(address)).length, 0);
}

/** Returns the page's inline style, which paints the app shell. */
export function inlineStyle(): string {
  const html = fileOf('/index.html').toString();
  return [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text).join('');
}

export function brotliOf(content: Buffer | string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(content, { params }).length;
}

function weigh(path: string): number {
  const known = weighed.get(path) ?? brotliOf(fileOf(path));
  weighed.set(path, known);
  return known;
}

function fileOf(path: string): Buffer {
  const file = join(dist, path === '/' ? 'index.html' : path);
  if (!existsSync(file)) throw new Error(`${path} was loaded and is not in dist/.`);
  return readFileSync(file);
}

function pathOf(address: string): string {
  return new URL(address, 'http://site').pathname;
}
