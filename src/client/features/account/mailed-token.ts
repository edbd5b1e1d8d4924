import { t } from '@lingui/core/macro';
import { mailedTokenLength } from '#contract/limits.ts';

let mailed: string | undefined;

/** Takes a verification token out of the address before anything can read it there. */
export function keepMailedToken(token: string): void {
  mailed = token;
}

/** The token of the link that was just opened; it can be had once. */
export function takeMailedToken(): string | undefined {
  const token = mailed;
  mailed = undefined;
  return token;
}

/** Whether a mail program left a part of the link away, or added to it. */
export function isIncomplete(token: string | undefined): boolean {
  return token?.length !== mailedTokenLength;
}

/** The words for a link without its whole token. */
export function incompleteLinkWords(): string {
  return t`This link is not complete. Copy it whole from the mail.`;
}
