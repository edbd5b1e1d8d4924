import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createTransport } from 'nodemailer';

import type { Settings } from '../platform/settings.ts';
import { toErrorMessage } from '../platform/error-reports.ts';
import { type CheckResult, createResultFactories } from './check-result.ts';

const gigabyte = 1024 ** 3;

/** Checks that the folder of the server's files is writable and has enough space. */
export async function checkDataFolder(dataDir: string, enough = gigabyte): Promise<CheckResult> {
  const { ok, warn, bad } = createResultFactories('folder');
  try {
    const folder = findNearestFolder(dataDir);
    // The dot makes the check fail if the path is a file.
    await access(`${folder}/.`, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const message = `DATA_DIR (${dataDir}) has ${(free / gigabyte).toFixed(1)} GB left.`;
    if (free < enough / 10)
      return bad(`${message} Make room before anything is lost for want of it.`);
    return free < enough ? warn(`${message} Make room soon.`) : ok(message);
  } catch (error) {
    return bad(
      `DATA_DIR (${dataDir}) cannot be written: ${toErrorMessage(error)}. Give it to this account.`,
    );
  }
}

/** Returns the folder, or its nearest existing parent. */
function findNearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder)
    ? folder
    : findNearestFolder(dirname(folder));
}

/** Checks the login to the mail server; sends no mail. */
export async function checkMailServer({ smtpUrl, dataDir }: Settings): Promise<CheckResult> {
  const { ok, bad } = createResultFactories('mail');
  if (smtpUrl === null) return ok(`SMTP_URL is not set: mails are written to ${dataDir}/mail.`);
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  const { host } = new URL(smtpUrl);
  try {
    await transport.verify();
    return ok(`${host} lets this server in.`);
  } catch (error) {
    return bad(
      `${host} does not let this server in: ${toErrorMessage(error)}. Look at SMTP_URL; mails wait meanwhile.`,
    );
  } finally {
    transport.close();
  }
}
