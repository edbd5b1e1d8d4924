import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';

import type { Settings } from '../platform/settings.ts';

/** A mail in the form that transports deliver. */
export type Mail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string;
  createdAt: Date;
};

/** Delivers mails to a mail server, or writes them to a folder. */
export type MailTransport = {
  deliver: (mail: Mail) => Promise<void>;
  close: () => void;
};

/** The mail server has permanently refused the address. */
export class UndeliverableError extends Error {
  override readonly name = 'Undeliverable';
}

/** Timeouts in milliseconds; their sum is below the time after which another server retries. */
const timeoutsMs = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Returns the transport to SMTP_URL; outside production, without this setting, to a folder. */
export function createMailTransport(
  { smtpUrl, mailFrom, dataDir, environment }: Settings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): MailTransport {
  if (smtpUrl) return createSmtpTransport(smtpUrl, mailFrom);
  if (environment === 'production') {
    throw new Error('in production no mail is written to a folder, nor its link to the log');
  }
  return createFolderTransport(join(dataDir, 'mail'), mailFrom, (mail) =>
    // The mail is logged as a warning, so that developers see the link in the console.
    log.warn(mail, 'a mail was written to a folder, as SMTP_URL is not set'),
  );
}

export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({ url: smtpUrl, ...timeoutsMs });
  return {
    async deliver(mail) {
      try {
        await transport.sendMail(toSendMailOptions(mail, from));
      } catch (error) {
        throw isUnknownRecipient(error)
          ? new UndeliverableError(mail.subject, { cause: error })
          : error;
      }
    },
    close: () => transport.close(),
  };
}

/** Writes mails to files and reports their links, for machines without a mail server. */
export function createFolderTransport(
  folder: string,
  from: string,
  report: (mail: { file: string; link: string | undefined }) => void,
): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail(toSendMailOptions(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const moment = mail.createdAt.toISOString().replaceAll(/[:.]/g, '-');
      const file = join(folder, `${moment}-${mail.id}.eml`);
      // The file is renamed at the end, so that readers of the folder see only complete mails.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      report({ file, link: /https?:\/\/\S+/.exec(mail.body)?.[0] });
    },
    close: () => transport.close(),
  };
}

function toSendMailOptions(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // As an object, the text is one address even if it contains commas.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body,
    ...(mail.html !== '' && { html: mail.html }),
    // This encoding is readable in a file without a mail program.
    textEncoding: 'quoted-printable',
    date: mail.createdAt,
    // All attempts have an equal id, so that mailboxes recognise duplicates.
    messageId: `<${mail.id}@touchline>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * True only for an unknown recipient. Other refusals, for example of the sender, can be solved, so
 * these mails are retried.
 */
function isUnknownRecipient(error: unknown): boolean {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'response' in error &&
    /^5\d\d[ -]5\.1\./.test(String(error.response))
  );
}
