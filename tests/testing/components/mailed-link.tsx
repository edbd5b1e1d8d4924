import type { ReactNode } from 'react';
import { storeMailedToken } from '#client/features/account/mailed-token.ts';
import { databases } from '../engine/a-device.ts';
import { aBackend, configuration } from './a-backend.ts';
import { aScreen } from './a-screen.tsx';

/** A token as long as those in mails. */
export const mailedToken = 'k'.repeat(43);
/** A token whose end a mail program cut off. */
export const cutToken = mailedToken.slice(0, 20);
/** The error text of a page whose link contains only a part of its token. */
export const incomplete = 'This link is not complete. Copy it whole from the mail.';

type FollowedLink = {
  answers: Parameters<typeof aBackend>[0];
  /** Undefined if the page was opened without its link. */
  token?: string | undefined;
  phone?: ReturnType<typeof databases>;
};

/** Opens the page of a mailed link on a phone, by default that of an anonymous visitor. */
export async function followMailedLink(
  page: ReactNode,
  { answers, token, phone = databases() }: FollowedLink,
) {
  const { requests } = aBackend(answers);
  if (token !== undefined) storeMailedToken(token);
  const screen = await aScreen(page, phone, { configuration });
  return { requests, screen };
}
