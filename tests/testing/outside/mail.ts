import { createServer, type Socket } from 'node:net';
import { asc, eq, sql } from 'drizzle-orm';

import { mails } from '#server/db/mail-tables.ts';

import type { Api } from '../server/api.ts';
import { atTheEnd } from '../server/clean-up.ts';

export type Mail = typeof mails.$inferSelect;

/** The queued and sent mails to an address, oldest first. */
export async function mailsTo({ database }: Pick<Api, 'database'>, email: string): Promise<Mail[]> {
  return (
    database
      .select()
      .from(mails)
      .where(eq(sql`lower(${mails.recipient})`, email.toLowerCase()))
      // Mails with equal times are sorted in the order of insertion.
      .orderBy(asc(mails.createdAt), sql`${mails}.ctid`)
  );
}

/** The newest mail to an address. */
export async function newestMailTo(api: Pick<Api, 'database'>, email: string): Promise<Mail> {
  const newest = (await mailsTo(api, email)).at(-1);
  if (!newest) throw new Error(`there is no mail to ${email}`);
  return newest;
}

/** The link in a mail. */
export function linkIn({ body }: Pick<Mail, 'body'>): string {
  const link = /https?:\/\/\S+/.exec(body)?.[0];
  if (!link) throw new Error('the mail holds no link');
  return link;
}

/** Returns the token at the end of a mail's link, decoded as the page decodes it. */
export function tokenIn(mail: Pick<Mail, 'body'>): string {
  return decodeURIComponent(linkIn(mail).split('/').at(-1) ?? '');
}

/** The mail server's reaction to the next mail. */
export type Mood =
  | 'takes'
  | 'refuses for now'
  | 'refuses the recipient'
  | 'refuses without a reason'
  | 'relays nothing'
  | 'wants another password'
  | 'hangs up';

export type MailServer = {
  url: string;
  /** Every accepted mail, with headers and body. */
  accepted: string[];
  /** Number of attempts to deliver a mail. */
  attempts: () => number;
  becomes: (mood: Mood) => void;
};

const replies: Record<Mood, string> = {
  takes: '250 ok',
  'refuses for now': '451 try again later',
  'refuses the recipient': '550 5.1.1 no such user',
  'refuses without a reason': '550 rejected',
  'relays nothing': '554 5.7.1 relay access denied',
  'wants another password': '535 authentication failed',
  'hangs up': '',
};

/** A mail server for tests: speaks SMTP and stores accepted mails. */
export async function aMailServer(mood: Mood = 'takes'): Promise<MailServer> {
  const state = { mood, attempts: 0 };
  const accepted: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    talk(socket, state, accepted);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atTheEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });

  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    accepted,
    attempts: () => state.attempts,
    becomes(next) {
      state.mood = next;
    },
  };
}

function talk(socket: Socket, state: { mood: Mood; attempts: number }, accepted: string[]): void {
  let heard = '';
  let inLetter = false;
  const reply = (line: string) => socket.write(`${line}\r\n`);
  reply('220 test');

  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
    for (;;) {
      const end = heard.indexOf(inLetter ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const received = heard.slice(0, end);
      heard = heard.slice(end + (inLetter ? 5 : 2));
      if (inLetter) {
        accepted.push(received);
        inLetter = false;
        reply('250 kept');
      } else if (/^(EHLO|HELO|RSET|NOOP)/i.test(received)) reply('250 test');
      else if (/^MAIL/i.test(received)) {
        state.attempts += 1;
        if (state.mood === 'hangs up') return void socket.destroy();
        reply(state.mood === 'wants another password' ? replies[state.mood] : '250 ok');
      } else if (/^RCPT/i.test(received)) {
        // Most servers repeat the recipient's address in their reply.
        reply(`${replies[state.mood]} ${/<.*>/.exec(received)?.[0]}`);
      } else if (/^DATA/i.test(received)) {
        inLetter = true;
        reply('354 go on');
      } else if (/^QUIT/i.test(received)) {
        reply('221 bye');
        socket.end();
      } else reply('502 what?');
    }
  });
}
