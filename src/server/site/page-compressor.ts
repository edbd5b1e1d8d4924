import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { createLimiter } from '../platform/concurrency.ts';

/** A page with the compressed forms that requests have needed. */
export type BuiltPage = {
  plain: string;
  compressed: Partial<Record<PageEncoding, Promise<Buffer>>>;
};

/** Supported encodings; the preferred encoding is first. */
const pageEncodings = ['br', 'gzip'] as const;
type PageEncoding = (typeof pageEncodings)[number];

const compressors: Record<PageEncoding, (text: string) => Promise<Buffer>> = {
  br: async (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: async (text) => promisify(gzip)(text),
};

/** The body of a response; without `encoding` the body is not compressed. */
type EncodedPage = { body: string | Buffer; encoding?: PageEncoding };

const compressionLimits = { maxRunning: 1, maxWaiting: 8 };

/**
 * Returns a function that compresses pages by `Accept-Encoding`, each page once and one page at a
 * time. If the queue is too long, the page is sent uncompressed.
 */
export function createPageCompressor(
  compress = compressors,
  limited = createLimiter(compressionLimits),
) {
  return async (page: BuiltPage, accepted: string): Promise<EncodedPage> => {
    const encoding = pageEncodings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
    if (!encoding) return { body: page.plain };
    try {
      const packed = (page.compressed[encoding] ??= limited(async () =>
        compress[encoding](page.plain),
      ));
      return { body: await packed, encoding };
    } catch {
      delete page.compressed[encoding];
      return { body: page.plain };
    }
  };
}
