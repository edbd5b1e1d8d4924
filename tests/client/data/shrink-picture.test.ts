import { describe, expect, test } from 'vitest';
import { type DecodedPicture, shrinkPicture } from '#client/features/tipsters/shrink-picture.ts';

type Encoded = { width: number; height: number; quality: number };

/** A browser whose canvas decodes a picture of this size and encodes files of the given sizes. */
function aCanvas(
  { width, height }: { width: number; height: number },
  weightOf: (encoded: Encoded) => number = () => 1000,
) {
  const encoded: Encoded[] = [];
  let closed = 0;
  const open = async (): Promise<DecodedPicture> => ({
    width,
    height,
    async encode(width, height, quality) {
      encoded.push({ width, height, quality });
      const bytes = new Uint8Array(weightOf({ width, height, quality }));
      return new Blob([bytes], { type: 'image/webp' });
    },
    close: () => (closed += 1),
  });
  return { open, encoded, closed: () => closed };
}

const file = new Blob(['a picture']);

describe('a chosen picture', () => {
  test.each([
    { input: { width: 4032, height: 3024 }, becomes: { width: 512, height: 384 } },
    { input: { width: 300, height: 900 }, becomes: { width: 171, height: 512 } },
    { input: { width: 200, height: 100 }, becomes: { width: 200, height: 100 } },
    { input: { width: 10_000, height: 1 }, becomes: { width: 512, height: 1 } },
  ])('of $input becomes $becomes', async ({ input, becomes }) => {
    const canvas = aCanvas(input);

    const shrunk = await shrinkPicture(file, canvas.open);

    expect(canvas.encoded).toMatchObject([becomes]);
    expect(shrunk).toEqual({ bytes: new Uint8Array(1000), type: 'image/webp' });
    expect(canvas.closed()).toBe(1);
  });

  test('gets a lower quality, then a smaller size, until it is at most 100 KB', async () => {
    const canvas = aCanvas({ width: 512, height: 512 }, ({ width, quality }) =>
      width < 512 && quality <= 0.6 ? 100 * 1024 : 100 * 1024 + 1,
    );

    const shrunk = await shrinkPicture(file, canvas.open);

    expect(canvas.encoded).toEqual([
      { width: 512, height: 512, quality: 0.85 },
      { width: 512, height: 512, quality: 0.7 },
      { width: 384, height: 384, quality: 0.6 },
    ]);
    expect(shrunk).toHaveProperty('bytes.length', 100 * 1024);
  });

  test.each([
    {
      what: 'not a picture',
      answer: 'picture-unreadable',
      input: file,
      open: async () => Promise.reject(new DOMException('?', 'InvalidStateError')),
    },
    {
      what: 'a file too large for a phone to open',
      answer: 'picture-too-large',
      input: new Blob([new Uint8Array(30 * 1024 * 1024 + 1)]),
      open: aCanvas({ width: 1, height: 1 }).open,
    },
    {
      what: 'too large in every size and quality',
      answer: 'picture-too-large',
      input: file,
      open: aCanvas({ width: 512, height: 512 }, () => 200_000).open,
    },
  ])('that is $what is refused as $answer', async ({ input, open, answer }) => {
    expect(await shrinkPicture(input, open)).toBe(answer);
  });
});
