import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Settings } from '../platform/settings.ts';

/** A mail as a transport is given it. */
export type Mail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string;
  createdAt: Date;
};

/** Delivers mails to a mail server or into a folder. */
export type MailTransport = {
  deliver: (mail: Mail) => Promise<void>;
  close: () => void;
};

/** The mail server says for good that this mail cannot be had; asking again would not help. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Together well below the time after which a job of sending is given to another server. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** The mail server that the settings name; without one, on a machine of a developer, a folder. */
export function mailTransport(
  { smtpUrl, mailFrom, dataDir, environment }: Settings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MailTransport {
  if (smtpUrl) return smtpTransport(smtpUrl, mailFrom);
  if (environment === 'production') {
    throw new Error('in production no mail is written to a folder, nor its link to the log');
  }
  return folderTransport(join(dataDir, 'mail'), mailFrom, (mail) =>
    // As a warning, because it reaches nobody by itself, and the link is wanted on the console.
    log.warn(mail, 'a mail was written to a folder, as SMTP_URL is not set'),
  );
}

export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({ url: smtpUrl, ...patience });
  return {
    async deliver(mail) {
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(mail.subject, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** For a machine without a mail server: mails any mail program opens, and their links told. */
export function folderTransport(
  folder: string,
  from: string,
  say: (mail: { file: string; link: string | undefined }) => void,
): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const moment = mail.createdAt.toISOString().replaceAll(/[:.]/g, '-');
      const file = join(folder, `${moment}-${mail.id}.eml`);
      // A reader of the folder sees whole mails only.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      say({ file, link: /https?:\/\/\S+/.exec(mail.body)?.[0] });
    },
    close: () => transport.close(),
  };
}

function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // As an object it is one address, whatever its text looks like.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body,
    ...(mail.html !== '' && { html: mail.html }),
    // Readable as it lies in the folder, in every language but for its letters.
    textEncoding: 'quoted-printable',
    date: mail.createdAt,
    // Equal for every attempt, so that a mailbox recognises a mail that arrives twice.
    messageId: `<${mail.id}@touchline>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Only an address that the mail server knows to be none is final. Other problems, of our password,
 * our sender or our relaying, are for somebody to mend, and the mails wait for that.
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
