import { t } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { mailedTokenLength } from '#contract/limits.ts';

let pendingToken: string | undefined;

/** Stores a mailed token that was removed from the address, before other code can read it there. */
export function storeMailedToken(token: string): void {
  pendingToken = token;
}

type PageVisit = { params: { token?: string }; preload: boolean };

type MailedPage =
  | 'confirm-email'
  | 'remove-guard'
  | 'reset-password'
  | 'undo-email'
  | 'verify-email';

/** The guard of a mailed link's page: the token leaves the address, and so the history, before the page is shown. */
export function createMailedTokenGuard(page: MailedPage) {
  return ({ params: { token }, preload }: PageVisit): void => {
    if (token === undefined) return;
    if (!preload) storeMailedToken(token);
    throw redirect({ href: `/account/${page}`, replace: true });
  };
}

/** Returns the stored token once and forgets it. */
export function consumeMailedToken(): string | undefined {
  const token = pendingToken;
  pendingToken = undefined;
  return token;
}

/** Whether a mail program cut the token or added to it. */
export function isMailedTokenIncomplete(token: string | undefined): boolean {
  return token?.length !== mailedTokenLength;
}

/** The text for a link without its whole token. */
export function incompleteLinkText(): string {
  return t`This link is not complete. Copy it whole from the mail.`;
}
