import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the icons for phones from public/favicon.svg.

const folder = join(import.meta.dirname, '..', '..', '..', 'public');
const drawing = readFileSync(join(folder, 'favicon.svg'), 'utf8');
// Phones cut icons to a shape: these icons fill the square, and a maskable icon has a margin.
const square = drawing.replace('rx="112"', '');
const background = '#12532f';

await draw(drawing, 192, 'icon-192.png');
await draw(drawing, 512, 'icon-512.png');
await draw(square, 180, 'apple-touch-icon.png');
await drawMaskable(512, 'icon-maskable-512.png');

async function draw(svg: string, size: number, name: string): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: 144 }).resize(size, size);
  await image.png({ palette: true }).toFile(join(folder, name));
}

async function drawMaskable(size: number, name: string): Promise<void> {
  const middle = Math.round(size * 0.7);
  const inner = await sharp(Buffer.from(square)).resize(middle, middle).png().toBuffer();
  await sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: inner }])
    .png({ palette: true })
    .toFile(join(folder, name));
}
