import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

import type { Chore } from '../chores.ts';
import type { Services } from '../services.ts';
import { bySmtp, intoFolder } from './carriers.ts';
import { type Carrier, Undeliverable } from './letter.ts';
import { drop, forgetSent, markSent, type Owed, putOff, takeOwed } from './outbox.ts';

const atOnce = 5;
const pause = 2_000;

/** A letter on its way when the server stops is given this long; afterwards it is sent again. */
const lastPatience = 5_000;

type Post = Pick<Services, 'database' | 'clock'> & {
  carrier: Carrier;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Sends what is owed, for as long as the server runs. */
export const sendMails: Chore = ({ settings, database, clock }, log) => {
  const carrier = settings.smtpUrl
    ? bySmtp(settings.smtpUrl, settings.mailFrom)
    : intoFolder(join(settings.dataDir, 'mail'), settings.mailFrom, (letter) =>
        // As a warning, because it reaches nobody by itself, and the link is wanted on the console.
        log.warn(letter, 'a mail was written to a folder, as SMTP_URL is not set'),
      );
  const stopping = new AbortController();
  const running = sendUntil(stopping.signal, { database, clock, carrier, log });
  return {
    async stop() {
      stopping.abort();
      await Promise.race([running, wait(lastPatience, undefined, { ref: false })]);
      carrier.close();
    },
  };
};

async function sendUntil(stopped: AbortSignal, post: Post): Promise<void> {
  while (!stopped.aborted) {
    try {
      const taken = await sendOwed(post);
      // A full hand means that more may be waiting.
      if (taken < atOnce) await wait(pause, undefined, { signal: stopped });
    } catch (error) {
      if (stopped.aborted) return;
      post.log.warn({ err: error }, 'mails cannot be looked up');
      await wait(pause, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}

/** Sends the letters that are due, a handful at most, and tells how many there were. */
export async function sendOwed(post: Post): Promise<number> {
  const { database, clock } = post;
  const taken = await takeOwed(database, clock(), atOnce);
  await Promise.all(taken.map(async (owed) => sendOne(post, owed)));
  if (taken.length > 0) await forgetSent(database, clock());
  return taken.length;
}

async function sendOne({ database, clock, carrier, log }: Post, owed: Owed): Promise<void> {
  const { id } = owed;
  try {
    await carrier.carry(owed);
  } catch (error) {
    if (error instanceof Undeliverable) {
      log.warn({ id, err: error }, 'a mail cannot be delivered and is dropped');
      return drop(database, id);
    }
    log.warn({ id, attempts: owed.attempts, err: error }, 'a mail could not be sent yet');
    return putOff(database, owed, clock());
  }
  return markSent(database, id, clock());
}
