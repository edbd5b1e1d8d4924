import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Returns the link in the newest mail to an address, from the mail folder of a server. */
export async function mailedLink(dataDir: string, address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = await newestLink(join(dataDir, 'mail'), address)), {
      message: `a mail to ${address}`,
      timeout: 15_000,
    })
    .toBeDefined();
  return link ?? '';
}

async function newestLink(folder: string, address: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  // File names begin with the time of writing.
  for (const name of names
    .filter((each) => each.endsWith('.eml'))
    .toSorted()
    .toReversed()) {
    const letter = readable(await readFile(join(folder, name), 'utf8'));
    if (letter.head.includes(address)) return /https?:\/\/\S+/.exec(letter.body)?.[0];
  }
  return undefined;
}

function readable(letter: string): { head: string; body: string } {
  const [head = '', ...rest] = letter.replaceAll('\r\n', '\n').split('\n\n');
  const body = rest.join('\n\n');
  // The encoding is declared in the headers, or in each part of a mail with text and HTML.
  if (!/^content-transfer-encoding: *quoted-printable/im.test(letter)) return { head, body };
  return {
    head,
    body: body
      .replaceAll('=\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
  };
}
