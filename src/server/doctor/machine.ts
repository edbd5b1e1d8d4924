import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createTransport } from 'nodemailer';

import type { Settings } from '../settings.ts';
import { messageOf } from '../start-refused.ts';
import { type Finding, findingsAbout } from './finding.ts';

const gigabyte = 1024 ** 3;

/** Checks the folder of the server's files: writable, and with enough space. */
export async function lookAtFolder(dataDir: string, enough = gigabyte): Promise<Finding> {
  const { ok, warn, bad } = findingsAbout('folder');
  try {
    const folder = madeOrAbove(dataDir);
    // The dot makes the check fail for a file.
    await access(`${folder}/.`, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const words = `DATA_DIR (${dataDir}) has ${(free / gigabyte).toFixed(1)} GB left.`;
    if (free < enough / 10)
      return bad(`${words} Make room before anything is lost for want of it.`);
    return free < enough ? warn(`${words} Make room soon.`) : ok(words);
  } catch (error) {
    return bad(
      `DATA_DIR (${dataDir}) cannot be written: ${messageOf(error)}. Give it to this account.`,
    );
  }
}

/** The folder, or the nearest existing one above it. */
function madeOrAbove(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : madeOrAbove(dirname(folder));
}

/** Checks the login at the mail server; sends nothing. */
export async function lookAtMail({ smtpUrl, dataDir }: Settings): Promise<Finding> {
  const { ok, bad } = findingsAbout('mail');
  if (smtpUrl === null) return ok(`SMTP_URL is not set: mails are written to ${dataDir}/mail.`);
  const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url: smtpUrl, ...patience });
  const { host } = new URL(smtpUrl);
  try {
    await transport.verify();
    return ok(`${host} lets this server in.`);
  } catch (error) {
    return bad(
      `${host} does not let this server in: ${messageOf(error)}. Look at SMTP_URL; mails wait meanwhile.`,
    );
  } finally {
    transport.close();
  }
}
