import { t } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { mailedTokenLength } from '#contract/limits.ts';

let pendingToken: string | undefined;

/** Stores a mailed token that was removed from the URL, so that no other code can read it there. */
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

/** Creates a route guard that removes the token from URL and history before the page is shown. */
export function createMailedTokenGuard(page: MailedPage) {
  return ({ params: { token }, preload }: PageVisit): void => {
    if (token === undefined) return;
    if (!preload) storeMailedToken(token);
    throw redirect({ href: `/account/${page}`, replace: true });
  };
}

/** Returns the stored token and deletes it. */
export function consumeMailedToken(): string | undefined {
  const token = pendingToken;
  pendingToken = undefined;
  return token;
}

/** True if a mail program cut the token or added characters. */
export function isMailedTokenIncomplete(token: string | undefined): boolean {
  return token?.length !== mailedTokenLength;
}

export function incompleteLinkText(): string {
  return t`This link is not complete. Copy it whole from the mail.`;
}
