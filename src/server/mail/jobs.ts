import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';

import { mails } from '../db/mail-tables.ts';
import { type JobTools, defineQueuedJob, RetryLaterError } from '../jobs/job.ts';
import { mailAttempts } from '../metrics/counters.ts';
import { UndeliverableError } from './transports.ts';

type DropMailDependencies = Pick<JobTools, 'database' | 'log'>;

/** Sends one mail; drops it if its link has expired or the address does not exist. */
export const sendMail = defineQueuedJob({
  name: 'mails',
  payload: z.object({ mailId: z.uuid() }),
  batchSize: 5,
  // With intervals of up to an hour, the retries last longer than any mail is valid.
  retryLimit: 200,
  async run({ mailId }, { database, clock, log, mail: transport }) {
    const [mail] = await database
      .select()
      .from(mails)
      .where(and(eq(mails.id, mailId), isNull(mails.sentAt)));
    if (!mail) return;
    if (mail.expiresAt <= clock()) {
      return dropMail({ database, log }, mailId, 'a mail waited until its link worked no longer');
    }
    try {
      await transport.deliver(mail);
    } catch (error) {
      if (error instanceof UndeliverableError || mail.expiresAt <= clock()) {
        const reason = 'a mail cannot be delivered and is dropped';
        return dropMail({ database, log }, mailId, reason, error);
      }
      mailAttempts.inc({ outcome: 'late' });
      throw new RetryLaterError('a mail could not be sent yet', { cause: error });
    }
    mailAttempts.inc({ outcome: 'sent' });
    // A mailed link must not stay in the database.
    await database
      .update(mails)
      .set({ sentAt: clock(), body: '', html: '' })
      .where(eq(mails.id, mailId));
  },
});

async function dropMail(
  { database, log }: DropMailDependencies,
  id: string,
  reason: string,
  error?: unknown,
): Promise<void> {
  mailAttempts.inc({ outcome: 'dropped' });
  log.warn({ id, err: error }, reason);
  await database.delete(mails).where(eq(mails.id, id));
}
