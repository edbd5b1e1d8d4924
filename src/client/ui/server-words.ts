import { t } from '@lingui/core/macro';
import { isProblemCode, messageOf, type ProblemCode } from '#contract/problem.ts';

/**
 * What the server said to somebody who waits for it. A sentence of our own server is said in the
 * reader's language; anybody else's stands as it came, with the keys in its brackets looked up.
 */
export function serverWords({ code, message }: { code: string; message: string }): string {
  const ours = isProblemCode(code) && messageOf(code) === message;
  return (ours ? ownWords()[code] : undefined) ?? withKeysLookedUp(message);
}

/** The title of a notice about something the server refused. */
export function errorTitle(): string {
  return t({ id: 'ErrorNotificationTitle', message: 'Error' });
}

/** Why a start failed: what the site said, or that it said nothing. */
export function failureWords(text: string): string {
  return text === 'Server error' ? t`Server error` : withKeysLookedUp(text);
}

/** What may be refused at once; what waits in the queue has words of its own for its problems. */
function ownWords(): Partial<Record<ProblemCode, string>> {
  return {
    'invalid-input': t`Some of what was sent is missing or not allowed. Nothing was changed.`,
    'link-invalid': t`This link is not valid any more. Ask for a new one.`,
    'reset-expired': t`This link is not valid any more. Ask for a new one.`,
    'wrong-credentials': t`The email or the password is not right.`,
    'wrong-password': t`The password is not right. Nothing was changed.`,
    'not-signed-in': t`Please log in.`,
    'session-ended': t`You were logged out. Please log in again.`,
    'email-unverified': t`Please check your mail and activate your account first.`,
    'not-allowed': t`Only an administrator may do this.`,
    'not-found': t`There is nothing here.`,
    'too-large': t`What was sent is too large.`,
    'rate-limited': t`Too many requests. Try again a little later.`,
    internal: t`Something went wrong on our side. Nothing was changed.`,
    unavailable: t`The service is not available right now. Try again a little later.`,
  };
}

/** A backend may answer with keys such as "[ServerError500]"; none of them is ever shown as it is. */
export function withKeysLookedUp(message: string): string {
  const keys: Readonly<Record<string, string>> = {
    ErrorNotificationTitle: errorTitle(),
    ServerError401: t({ id: 'ServerError401', message: 'Please log in, then try again.' }),
    ServerError403: t({ id: 'ServerError403', message: 'Your account may not do this.' }),
    ServerError404: t({ id: 'ServerError404', message: 'This is not there any more.' }),
    ServerError500: t({
      id: 'ServerError500',
      message: 'Something went wrong on the server’s side. Try again a little later.',
    }),
  };
  return message.replaceAll(/\[(\w+)\]/g, (_, key: string) => {
    return keys[key] ?? t`The server could not do this.`;
  });
}
