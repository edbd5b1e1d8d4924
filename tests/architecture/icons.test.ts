import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { manifest } from '#client/manifest.ts';
import { root } from '../testing/machine/planted-project.ts';

const named = (manifest.icons ?? []).map(({ src, sizes, purpose }) => ({ src, sizes, purpose }));
const icons = [...named, { src: '/apple-touch-icon.png', sizes: '180x180', purpose: undefined }];

describe('an icon of the app', () => {
  test.each(icons)('$src is a picture of $sizes', async ({ src, sizes }) => {
    const { width, height, format } = await sharp(join(root, 'public', src)).metadata();

    expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`);
  });

  test('keeps its drawing inside the circle that every phone shows', async () => {
    const maskable = named.find(({ purpose }) => purpose === 'maskable');
    const { data, info } = await sharp(join(root, 'public', maskable?.src ?? ''))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const ground = data.subarray(0, 3);

    const outside: string[] = [];
    for (let at = 0; at < data.length; at += info.channels) {
      const x = (at / info.channels) % info.width;
      const y = Math.floor(at / info.channels / info.width);
      const distance = Math.hypot(x - info.width / 2, y - info.height / 2);
      const drawn = [0, 1, 2].some((c) => Math.abs((data[at + c] ?? 0) - (ground[c] ?? 0)) > 8);
      if (distance > info.width * 0.4 && drawn) outside.push(`${x},${y}`);
    }

    expect(outside).toEqual([]);
  });
});
