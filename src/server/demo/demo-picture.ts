import sharp from 'sharp';

import { type Picture, pictureOf } from '../members/pictures.ts';

const side = 256;
const yellow = [0xff, 0xd2, 0x1f];
const orange = [0xd8, 0x53, 0x1f];

/** The flag of an assistant referee as a picture: four fields in two colours. */
export async function demoPicture(): Promise<Picture> {
  const pixels = Buffer.alloc(side * side * 3);
  for (let location = 0; location < side * side; location += 1) {
    const isLeftHalf = location % side < side / 2;
    const isUpper = location < (side * side) / 2;
    pixels.set(isLeftHalf === isUpper ? orange : yellow, location * 3);
  }
  const raw = { width: side, height: side, channels: 3 } as const;
  return pictureOf(await sharp(pixels, { raw }).png().toBuffer());
}
