import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';

import type { Member } from '../people/members.ts';
import type { Answer, Api } from '../server/api.ts';

type Size = { width?: number; height?: number; format?: 'png' | 'jpeg' | 'webp' };

/** A picture of one colour with the given size in pixels. */
export async function aPicture(
  { width = 40, height = 30, format = 'png' }: Size = {},
  colour = 'teal',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** A picture of random pixels, which compresses badly. */
export async function aNoisyPicture(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export type Part = { name: string; value: string | Buffer; file?: string; type?: string };

export const profileParts: readonly Part[] = [
  { name: 'firstName', value: 'Ngozi' },
  { name: 'lastName', value: 'Eze' },
  { name: 'country', value: 'NG' },
  { name: 'phoneNumber', value: '+2348012345678' },
  { name: 'state', value: 'Enugu' },
  { name: 'address', value: '3 Ogui Road' },
];

/** A file part of a form, as a browser sends it. */
export function fileOf(bytes: Buffer | string, file = 'me.png', type = 'image/png'): Part {
  return { name: 'picture', value: bytes, file, type };
}

/** Encodes multipart fields; the boundary occurs in no part. */
export function multipartOf(parts: readonly Part[]): { body: Buffer; contentType: string } {
  const border = `----${randomUUID()}`;
  const chunks = parts.flatMap(({ name, value, file, type }) => [
    `--${border}\r\ncontent-disposition: form-data; name="${name}"`,
    file === undefined ? '' : `; filename="${file}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  const body = Buffer.concat([...chunks, `--${border}--\r\n`].map((each) => Buffer.from(each)));
  return { body, contentType: `multipart/form-data; boundary=${border}` };
}

/** Sends the profile form with these parts. */
export async function sendForm(
  api: Api,
  { token }: Pick<Member, 'token'>,
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { body, contentType } = multipartOf(parts);
  return api.put('/api/users', {
    token,
    body,
    headers: { 'content-type': contentType, ...headers },
  });
}
