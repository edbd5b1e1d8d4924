import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Profile } from '#contract/members.ts';
import { pictures } from '#server/db/schema.ts';

import { aClock, hour } from '../../testing/clock/clock.ts';
import { ageRateLimits } from '../../testing/server/limits.ts';
import { aMember, type Member, rowOf } from '../../testing/people/members.ts';
import {
  aPicture,
  fileOf,
  multipartOf,
  aNoisyPicture,
  type Part,
  profileParts,
  sendForm,
} from '../../testing/tips/pictures.ts';
import { type Answer, theApi } from '../../testing/server/api.ts';

const clock = aClock();
const api = await theApi({ clock });

describe('a profile saved with a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('stores a %s as a square WebP', async (format) => {
    const member = await aMember(api);
    const bytes = await aPicture({ width: 900, height: 700, format });

    const profile = profileIn(await send(member, [...profileParts, fileOf(bytes)]));

    expect(profile).toMatchObject({ firstName: 'Ngozi', address: '3 Ogui Road', isTipster: true });
    const { bytes: kept, meta } = await storedPictureOf(profile);
    expect(meta).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(profile.picture).toBe(
      `/pictures/${createHash('sha256').update(kept).digest('hex')}.webp`,
    );
  });

  test('serves it as an immutable picture', async () => {
    const member = await aMember(api);
    const { picture } = profileIn(await send(member, [...profileParts, fileOf(await aPicture())]));

    const answer = await api.get(String(picture));

    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    });
  });

  test('serves it to pages of an allowed origin', async () => {
    const settings = { corsOrigins: ['https://static.example.org'] };
    const open = await theApi({ clock, settings });
    const member = await aMember(open);
    const saved = await sendForm(open, member, [...profileParts, fileOf(await aPicture())]);

    const answer = await open.get(String(profileIn(saved).picture));

    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test('does not enlarge small pictures', async () => {
    const member = await aMember(api);
    const bytes = await aPicture({ width: 64, height: 100 });

    const profile = profileIn(await send(member, [...profileParts, fileOf(bytes)]));

    expect((await storedPictureOf(profile)).meta).toMatchObject({ width: 64, height: 64 });
  });

  test('stays below 100 KB for any picture', async () => {
    const member = await aMember(api);
    const bytes = await aNoisyPicture(900, 900);

    const profile = profileIn(await send(member, [...profileParts, fileOf(bytes)]));

    expect((await storedPictureOf(profile)).bytes.length).toBeLessThanOrEqual(100 * 1024);
  });

  test('rotates it as its metadata demands, and removes the metadata', async () => {
    const member = await aMember(api);
    const left = { create: { width: 50, height: 100, channels: 3, background: 'red' } } as const;
    const bytes = await sharp({
      create: { width: 100, height: 100, channels: 3, background: 'blue' },
    })
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'canary', Make: 'canary' }, IFD3: { GPSLatitude: '51/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Exif')).toBe(true);

    const profile = profileIn(await send(member, [...profileParts, fileOf(bytes)]));

    const { bytes: kept, meta } = await storedPictureOf(profile);
    expect(kept.includes('canary') || kept.includes('EXIF')).toBe(false);
    expect(meta).not.toHaveProperty('exif');
    const { data } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    // After the rotation that the metadata demands, the left side is on top.
    expect([data[50 * 3], data[(99 * 100 + 50) * 3]].map((red) => Number(red) > 128)).toEqual([
      true,
      false,
    ]);
  });

  test('without a file keeps the existing picture', async () => {
    const member = await aMember(api);
    const first = profileIn(await send(member, [...profileParts, fileOf(await aPicture())]));

    const second = profileIn(await send(member, profileParts));

    expect(second.picture).toBe(first.picture);
  });

  test('removes the former picture once nothing refers to it', async () => {
    const [one, other] = [await aMember(api), await aMember(api)];
    const shared = fileOf(await aPicture({ width: 20, height: 20 }, 'purple'));
    const { picture } = profileIn(await send(one, [...profileParts, shared]));
    await send(other, [...profileParts, shared]);

    await send(one, [...profileParts, fileOf(await aPicture({}, 'orange'))]);
    expect((await api.get(String(picture))).status).toBe(200);

    await send(other, [...profileParts, fileOf(await aPicture({}, 'orange'))]);
    expect((await api.get(String(picture))).status).toBe(404);
  });

  test('with an idempotency key is executed once', async () => {
    const member = await aMember(api);
    const parts = [...profileParts, fileOf(await aPicture({}, 'black'))];
    const headers = { 'idempotency-key': randomUUID() };

    const first = await sendForm(api, member, parts, headers);
    await send(member, [...profileParts, fileOf(await aPicture({}, 'white'))]);
    const replay = await sendForm(api, member, parts, headers);
    const others = [profileParts, [...profileParts, fileOf(await aPicture({}, 'red'))]];

    expect(replay).toMatchObject({ status: 200, body: first.body });
    for (const other of others) {
      expect(await sendForm(api, member, other, headers)).toMatchObject({
        status: 422,
        body: { code: 'key-reused' },
      });
    }
  });

  test('parses switches in the format of a form', async () => {
    const member = await aMember(api);
    const parts = [
      ...profileParts,
      { name: 'showPhone', value: 'true' },
      { name: 'isTipster', value: '0' },
    ];

    expect(profileIn(await send(member, parts))).toMatchObject({
      showPhone: true,
      isTipster: false,
    });
  });
});

describe('an invalid upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

  const uploads: Record<string, () => Part | Promise<Part>> = {
    'an SVG': () => fileOf(svg, 'me.svg', 'image/svg+xml'),
    'an SVG that says it is a PNG': () => fileOf(svg),
    'HTML that says it is a PNG': () => fileOf('<html><script>', 'me.html.png'),
    'a GIF': () => fileOf(gif, 'me.gif', 'image/gif'),
    'a GIF that is a script': () => fileOf(Buffer.concat([gif, Buffer.from('=1;alert(1)//')])),
    'a PDF': () => fileOf('%PDF-1.4\n%âãÏÓ', 'me.pdf'),
    'a TIFF': async () => converted('tiff'),
    'an AVIF': async () => converted('avif'),
    nothing: () => fileOf(''),
    'half a PNG': async () => fileOf((await aPicture()).subarray(0, 60)),
    'a PNG of 30,000 by 30,000': () => fileOf(hugePng(30_000)),
    'a PNG of 6,000 by 6,000': () => fileOf(hugePng(6_000)),
  };

  test.each(Object.entries(uploads))('is refused: %s', async (_, file) => {
    const member = await aMember(api);
    const before = await stateOf(member);

    const answer = await send(member, [...profileParts, await file()]);

    expect(answer).toMatchObject({ status: 422, body: { code: 'picture-unreadable' } });
    expect(await stateOf(member)).toEqual(before);
  });

  test('loses data that follows its pixels', async () => {
    const member = await aMember(api);
    const archive = Buffer.concat([Buffer.from('PK\u0003\u0004canary'), deflateRawSync('canary')]);
    const polyglot = Buffer.concat([await aPicture({ format: 'jpeg' }), archive]);

    const profile = profileIn(
      await send(member, [...profileParts, fileOf(polyglot, '../../me\0.jpg', 'text/html')]),
    );

    const { bytes } = await storedPictureOf(profile);
    expect(bytes.includes('canary')).toBe(false);
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  });
});

describe('an invalid form', () => {
  const field = (name: string, value: string) => [{ name, value }];
  const many = Array.from({ length: 1_001 }, (_, n) => ({ name: `field${n}`, value: 'x' }));
  const megabytes = (count: number, more = 0) => [fileOf(Buffer.alloc(count * 1024 ** 2 + more))];

  test.each<{ name: string; status: number; parts: Part[] }>([
    { name: 'a file of 2 MB and a byte', status: 413, parts: megabytes(2, 1) },
    { name: 'a file of 8 MB', status: 413, parts: megabytes(8) },
    { name: 'two files', status: 413, parts: [fileOf('x'), { ...fileOf('x'), name: 'other' }] },
    { name: 'a file by another name', status: 400, parts: [{ ...fileOf('x'), name: 'avatar' }] },
    { name: 'a thousand parts', status: 413, parts: many },
    { name: 'a field of 5 KB', status: 400, parts: field('id', 'x'.repeat(5_000)) },
    { name: 'a field twice', status: 400, parts: field('state', 'Kano') },
    { name: 'a role', status: 400, parts: field('role', 'administrator') },
    { name: 'a prototype', status: 400, parts: field('__proto__', 'x') },
    { name: 'a constructor', status: 400, parts: field('constructor', 'x') },
    { name: 'a NUL', status: 400, parts: field('email', 'a\0b') },
    { name: 'a switch that is neither', status: 400, parts: field('showPhone', 'maybe') },
    { name: 'somebody else’s id', status: 422, parts: field('id', randomUUID()) },
    { name: 'another email', status: 422, parts: field('email', 'x@example.org') },
  ])('is refused with $status: $name', async ({ status, parts }) => {
    const member = await aMember(api);
    const before = await stateOf(member);

    const answer = await send(member, [...profileParts, ...parts]);

    expect(answer.status).toBe(status);
    expect(await stateOf(member)).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test('is refused when it ends in the middle', async () => {
    const { token } = await aMember(api);
    const { body, contentType } = multipartOf([...profileParts, fileOf(await aPicture())]);

    const answer = await api.put('/api/users', {
      token,
      body: body.subarray(0, body.length - 100),
      headers: { 'content-type': contentType },
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
  });

  test('is refused for a while after thirty in an hour', async () => {
    const member = await aMember(api);
    for (let n = 0; n < 30; n += 1) expect((await send(member, profileParts)).status).toBe(200);

    expect(await send(member, profileParts)).toMatchObject({ status: 429 });
    await ageRateLimits(api, hour);
    expect((await send(member, profileParts)).status).toBe(200);
  });
});

async function send(member: Member, parts: readonly Part[]): Promise<Answer> {
  return sendForm(api, member, parts);
}

function profileIn(answer: Answer): Profile {
  expect(answer).toMatchObject({ status: 200 });
  return z.parse(Profile, answer.body);
}

async function storedPictureOf({ picture }: Profile) {
  const hash = /^\/pictures\/([0-9a-f]{64})\.webp$/.exec(picture ?? '')?.[1] ?? '';
  const [row] = await api.database.select().from(pictures).where(eq(pictures.hash, hash));
  if (!row) throw new Error('the picture is not kept');
  return { bytes: row.bytes, meta: await sharp(row.bytes).metadata() };
}

async function stateOf(member: Member) {
  return { row: await rowOf(api, member), pictures: await api.database.$count(pictures) };
}

async function converted(format: 'tiff' | 'avif'): Promise<Part> {
  return fileOf(
    await sharp(await aPicture())
      .toFormat(format)
      .toBuffer(),
  );
}

/** A small PNG file whose header claims a much larger size. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
