import type { ReactNode } from 'react';
import { storeMailedToken } from '#client/features/account/mailed-token.ts';
import { databases } from '../engine/a-device.ts';
import { aBackend, configuration } from './a-backend.ts';
import { aScreen } from './a-screen.tsx';

/** A token of the mailed length. */
export const mailedToken = 'k'.repeat(43);
/** A token of which a mail program cut the end. */
export const cutToken = mailedToken.slice(0, 20);
/** The text of a page whose link lacks a part of its token. */
export const incomplete = 'This link is not complete. Copy it whole from the mail.';

type FollowedLink = {
  answers: Parameters<typeof aBackend>[0];
  /** None for a page that was opened without its link. */
  token?: string | undefined;
  phone?: ReturnType<typeof databases>;
};

/** The page of a mailed link, on a visitor's phone unless another is given. */
export async function followMailedLink(
  page: ReactNode,
  { answers, token, phone = databases() }: FollowedLink,
) {
  const { requests } = aBackend(answers);
  if (token !== undefined) storeMailedToken(token);
  const screen = await aScreen(page, phone, { configuration });
  return { requests, screen };
}
