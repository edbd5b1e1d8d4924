import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

import { mails } from '#server/db/mail-tables.ts';
import type { JobTools } from '#server/jobs/job.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { startJobs } from '#server/jobs/worker.ts';
import { createLoggerOptions } from '#server/platform/log.ts';
import { queueMail } from '#server/mail/queue.ts';
import { metricsRegistry } from '#server/metrics/counters.ts';
import {
  createFolderTransport,
  createMailTransport,
  createSmtpTransport,
} from '#server/mail/transports.ts';

import { testSettings, theApi } from '../../testing/server/api.ts';
import { type AClock, aClock, day, hour, second } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aJobRunner, waitingJobs } from '../../testing/server/jobs.ts';
import { aMailServer, linkIn, newestMailTo } from '../../testing/outside/mail.ts';
import { register } from '../../testing/people/members.ts';

const from = 'Touchline <no-reply@tips.example>';

describe('a mail that is due', () => {
  test('is sent once, and its text is removed afterwards', async () => {
    const { store, server, sends } = await anOutbox();
    await store.queues('ada@example.org');

    expect(await sends()).toBe(1);
    expect(await sends()).toBe(0);

    expect(server.accepted).toHaveLength(1);
    expect(server.accepted[0]).toMatch(/^From: Touchline <no-reply@tips\.example>$/m);
    expect(server.accepted[0]).toMatch(/^To: ada@example\.org$/m);
    expect(server.accepted[0]).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(server.accepted[0]).toContain('https://tips.example/x');
    expect(await store.rows()).toMatchObject([{ body: '', sentAt: store.clock() }]);
  });

  test('is not sent when its transaction is rolled back', async () => {
    const { store, server, sends } = await anOutbox();
    const failing = store.database.transaction(async (tx) => {
      await queueMail(tx, mailTo('ada@example.org'), store.clock());
      throw new Error('no');
    });

    await expect(failing).rejects.toThrow('no');

    expect(await sends()).toBe(0);
    expect(server.accepted).toEqual([]);
  });

  test.each(['refuses for now', 'hangs up', 'wants another password', 'relays nothing'] as const)(
    'is retried with growing pauses while the mail server %s, and finally sent',
    async (mood) => {
      const { store, server, sends } = await anOutbox();
      server.becomes(mood);
      await store.queues('ada@example.org');

      const pauses: number[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        expect(await sends()).toBe(1);
        const [job] = await waitingJobs(store, 'mails');
        const startAfter = job?.startAfter.getTime() ?? 0;
        pauses.push((startAfter - store.clock().getTime()) / second);
        store.clock.passes(startAfter - store.clock().getTime());
      }
      server.becomes('takes');
      await sends();

      // Each pause has a random extra, so that mails with equal times are sent at different times.
      for (const [attempt, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual(Math.min(3600, 15 * 2 ** attempt));
        expect(pause).toBeLessThanOrEqual(Math.min(3600, 30 * 2 ** attempt));
      }
      expect(server.accepted).toHaveLength(1);
    },
  );

  test('is dropped when the mail server does not know the recipient, without delaying others', async () => {
    const { store, server, sends } = await anOutbox();
    server.becomes('refuses the recipient');
    await store.queues('nobody@example.org');
    await sends();

    server.becomes('takes');
    await store.queues('ada@example.org');
    await sends();

    expect(server.accepted).toHaveLength(1);
    expect(await store.rows()).toMatchObject([{ recipient: 'ada@example.org' }]);
  });

  test('is sent once by two servers that send fifty mails', async () => {
    const { store, server, sends } = await anOutbox();
    for (let n = 0; n < 50; n += 1) await store.queues(`member${n}@example.org`);

    await Promise.all([sends(), sends({}), sends({})]);

    expect(server.attempts()).toBe(50);
    const recipients = server.accepted.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]);
    expect(new Set(recipients).size).toBe(50);
  });

  test('of a killed server is sent by another server within a minute', async () => {
    const { store, server, sends, runner } = await anOutbox();
    await store.queues('ada@example.org');
    expect(await runner.takeAndDie('mails')).toBe(1);
    await runner.giveBack();
    expect(await sends()).toBe(0);

    store.clock.passes(31 * second);
    await runner.giveBack();
    store.clock.passes(30 * second);
    expect(await sends()).toBe(1);

    expect(server.accepted).toHaveLength(1);
  });

  test('is removed a day after it was sent', async () => {
    const { store, server, sends, runner } = await anOutbox();
    await store.queues('sent@example.org');
    await sends();
    store.clock.passes(2 * hour);
    server.becomes('refuses for now');
    await store.queues('waiting@example.org');
    await sends();

    store.clock.passes(day - 1);
    await runner.runScheduled('old-data');

    expect(await store.rows()).toMatchObject([{ recipient: 'waiting@example.org' }]);
  });

  test('is dropped if the mail server still refuses it when its link has expired', async () => {
    const { store, server, sends } = await anOutbox();
    const before = await droppedMails();
    server.becomes('refuses without a reason');
    await store.queues('nobody@example.org');
    await sends();
    store.clock.passes(day - 1);
    await sends();
    expect(await store.rows()).toHaveLength(1);

    store.clock.passes(hour);
    await sends();

    expect(await store.rows()).toEqual([]);
    expect((await droppedMails()) - before).toBe(1);
  });

  test('is dropped unsent when its link has expired, without delaying others', async () => {
    const { store, server, sends } = await anOutbox();
    const before = await droppedMails();
    await store.queues('late@example.org');
    store.clock.passes(day);
    await store.queues('ada@example.org');

    expect(await sends()).toBe(2);

    expect(server.accepted).toHaveLength(1);
    expect(await store.rows()).toMatchObject([{ recipient: 'ada@example.org' }]);
    expect((await droppedMails()) - before).toBe(1);
  });

  test.each(['refuses for now', 'refuses the recipient'] as const)(
    'is logged without its address when the mail server %s',
    async (mood) => {
      const { store, server, sends } = await anOutbox();
      let message = '';
      const stream = { write: (line: string) => void (message += line) };
      const { log } = Fastify({
        logger: { ...createLoggerOptions(await testSettings()), level: 'warn', stream },
      });
      server.becomes(mood);
      await store.queues('ada.lovelace+tips@example.org');

      await sends({ log });

      expect(message).toContain(mood === 'refuses for now' ? '451 ' : '550 5.1.1 ');
      expect(message).toContain('EENVELOPE');
      expect(message).not.toContain('lovelace');
    },
  );

  test.each([
    'a@b.example\r\nBcc: evil@example.org',
    'a@b.example, evil@example.org',
    '"a@b.example\r\nBcc: evil@example.org" <x@y.example>',
  ])('has one recipient and no injected header (%#)', async (recipient) => {
    const { store, server, sends } = await anOutbox();
    await store.queues(recipient);

    await sends();

    for (const mail of server.accepted) {
      const [head = ''] = mail.split('\r\n\r\n');
      expect(head).not.toMatch(/^bcc:/im);
      expect(head.match(/^to:/gim)).toHaveLength(1);
    }
  });
});

describe('without a mail server', () => {
  test('mails are written to a folder, and their links are logged', async () => {
    const { store, sends } = await anOutbox();
    const { dataDir } = await testSettings();
    const folder = join(dataDir, 'mail');
    const notified: { file: string; link: string | undefined }[] = [];
    await store.queues('ada@example.org');

    await sends({ mail: createFolderTransport(folder, from, (mail) => notified.push(mail)) });

    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^2026-08-01T12-00-00-000Z-[0-9a-f-]{36}\.eml$/);
    expect(await readFile(join(folder, name), 'utf8')).toContain('To: ada@example.org');
    expect(notified).toEqual([{ file: join(folder, name), link: 'https://tips.example/x' }]);
  });

  test('links are printed on the console of a server without log settings', async () => {
    const { store, sends } = await anOutbox();
    const settings = await testSettings({ LOG_LEVEL: '' });
    let message = '';
    const stream = { write: (line: string) => void (message += line) };
    const { log } = Fastify({ logger: { ...createLoggerOptions(settings), stream } });
    await store.queues('ada@example.org');

    await sends({ mail: createMailTransport(settings, log) });

    expect(message).toContain('https://tips.example/x');
  });
});

describe('a running server', () => {
  test('sends the mail of a registration, and stops', async () => {
    const server = await aMailServer();
    const api = await theApi({ settings: { smtpUrl: server.url } });
    const { email } = await register(api);
    const link = linkIn(await newestMailTo(api, email));

    const mail = createMailTransport(api.settings, api.app.log);
    const working = startJobs(jobs, { ...api, mail, fetch, log: api.app.log });
    await expect.poll(() => server.accepted).toHaveLength(1);
    await working.stop();
    mail.close();

    const letter = server.accepted[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(letter).toContain(link);
    expect(letter).not.toContain('Ada');
  });
});

async function droppedMails(): Promise<number> {
  const { values } = (await metricsRegistry.getSingleMetric('touchline_mails_total')?.get()) ?? {
    values: [],
  };
  return values.find(({ labels }) => labels['outcome'] === 'dropped')?.value ?? 0;
}

async function anOutbox() {
  const clock: AClock = aClock();
  const { database } = await aDatabase();
  const server = await aMailServer();
  const mail = createSmtpTransport(server.url, from);
  const runner = await aJobRunner({ database, clock, mail });
  const store = {
    clock,
    database,
    queues: async (recipient: string) =>
      database.transaction(async (tx) => queueMail(tx, mailTo(recipient), clock(), day)),
    rows: async () => database.select().from(mails),
  };
  /** Runs due jobs, with `other` as a second server does; returns how many ran. */
  const sends = async (other?: Partial<JobTools>) =>
    (other ? await aJobRunner({ database, clock, mail, ...other }) : runner).run();
  return { store, server, runner, sends };
}

function mailTo(recipient: string) {
  const text = { subject: 'Hello', body: 'Hello\n\nhttps://tips.example/x\n' };
  return { recipient, askedFrom: 'somewhere', ...text };
}
