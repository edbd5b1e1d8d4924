import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { createLimiter } from '../platform/concurrency.ts';

/** A page with its compressed forms so far. */
export type Page = { plain: string; packed: Partial<Record<Packing, Promise<Buffer>>> };

/** Encodings of a page by preference. */
const packings = ['br', 'gzip'] as const;
type Packing = (typeof packings)[number];

const compressors: Record<Packing, (text: string) => Promise<Buffer>> = {
  br: async (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: async (text) => promisify(gzip)(text),
};

/** A page as it is sent; without an encoding it is plain. */
type PackedPage = { body: string | Buffer; encoding?: Packing };

const packingLimits = { maxRunning: 1, maxWaiting: 8 };

/**
 * Compresses pages by `Accept-Encoding`, each once and few at a time. A page that would wait too
 * long is sent plain.
 */
export function createPagePacker(compress = compressors, limited = createLimiter(packingLimits)) {
  return async (page: Page, accepted: string): Promise<PackedPage> => {
    const encoding = packings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
    if (!encoding) return { body: page.plain };
    try {
      const packed = (page.packed[encoding] ??= limited(async () =>
        compress[encoding](page.plain),
      ));
      return { body: await packed, encoding };
    } catch {
      delete page.packed[encoding];
      return { body: page.plain };
    }
  };
}
