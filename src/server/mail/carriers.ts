import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

import { type Carrier, type Letter, Undeliverable } from './letter.ts';

/** Together well below the time for which a sender keeps a letter to itself. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

export function bySmtp(smtpUrl: string, from: string): Carrier {
  const transport = createTransport({ url: smtpUrl, ...patience });
  return {
    async carry(letter) {
      try {
        await transport.sendMail(messageOf(letter, from));
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(letter.subject, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** For a machine without a mail server: letters any mail program opens, and their links told. */
export function intoFolder(
  folder: string,
  from: string,
  say: (letter: { file: string; link: string | undefined }) => void,
): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async carry(letter) {
      const { message } = await transport.sendMail(messageOf(letter, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const moment = letter.createdAt.toISOString().replaceAll(/[:.]/g, '-');
      const file = join(folder, `${moment}-${letter.id}.eml`);
      // Whoever watches the folder sees whole letters only.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      say({ file, link: /https?:\/\/\S+/.exec(letter.body)?.[0] });
    },
    close: () => transport.close(),
  };
}

function messageOf(letter: Letter, from: string): SendMailOptions {
  return {
    from,
    // As an object it is one address, whatever its text looks like.
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    text: letter.body,
    date: letter.createdAt,
    // The same for every attempt, so that a letter that arrives twice is seen to be one.
    messageId: `<${letter.id}@touchline>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Only an address that the mail server knows to be none is final. Other problems, of our password,
 * our sender or our relaying, are for somebody to mend, and the letters wait for that.
 */
function isFinal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'response' in error &&
    /^5\d\d[ -]5\.1\./.test(String(error.response))
  );
}
