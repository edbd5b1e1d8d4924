import { asc, eq, sql } from 'drizzle-orm';

import { mails } from '#server/db/schema.ts';

import type { Api } from './the-api.ts';

export type Mail = typeof mails.$inferSelect;

/** The mails an address is owed or was sent, oldest first. */
export async function mailsTo({ database }: Pick<Api, 'database'>, email: string): Promise<Mail[]> {
  return database
    .select()
    .from(mails)
    .where(eq(sql`lower(${mails.recipient})`, email.toLowerCase()))
    .orderBy(asc(mails.createdAt));
}

/** The newest mail to an address. */
export async function newestMailTo(api: Pick<Api, 'database'>, email: string): Promise<Mail> {
  const newest = (await mailsTo(api, email)).at(-1);
  if (!newest) throw new Error(`there is no mail to ${email}`);
  return newest;
}

/** The link a mail holds. */
export function linkIn({ body }: Pick<Mail, 'body'>): string {
  const link = /https?:\/\/\S+/.exec(body)?.[0];
  if (!link) throw new Error('the mail holds no link');
  return link;
}

/** The token at the end of a mail's link, as the page behind it reads it. */
export function tokenIn(mail: Pick<Mail, 'body'>): string {
  return decodeURIComponent(linkIn(mail).split('/').at(-1) ?? '');
}
