import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { profileTextLimit } from '#contract/limits.ts';
import { isProblemCode, messageOf, type ProblemCode } from '#contract/problem.ts';
import { slipLimit } from '#domain/slip.ts';
import { countText, dayAndTime, listText } from '../formats.ts';

/** Why something was refused, as far as words are needed for it. */
export type ProblemTold = {
  code: string;
  message: string;
  /** What was refused, where the same code means another thing of each. */
  kind?: string | undefined;
  started?: readonly { game: string }[] | undefined;
  /** When a time-out ends that was in the way. */
  until?: unknown;
  /** Fields and what is wrong with each. */
  errors?: Readonly<Record<string, readonly string[]>> | undefined;
};

/** The sentence for a problem. A code this build has no words for speaks the server's own. */
export function useProblemWords(): (problem: ProblemTold) => string {
  const { t } = useLingui();
  const fieldWords = useFieldWords();
  return ({ code, message, kind = '', started = [], errors = {}, until }) => {
    if (code === 'fixture-started' && started.length > 0) return startedWords(started);
    if (code === 'in-time-out' && typeof until === 'string' && !Number.isNaN(Date.parse(until))) {
      const end = dayAndTime(until);
      return t`You are on a break until ${end}. Nothing was lost: it stays here, and you can try it again then.`;
    }
    const fields = fieldWords(errors);
    if (code === 'invalid-input' && fields !== '') return fields;
    const words: Readonly<Record<string, string>> = {
      'fixture-started': t`A game on this slip had kicked off when it reached us.`,
      'already-booked': t`This ticket has already been booked.`,
      'already-confirmed': t`This ticket has already been confirmed.`,
      'tip-expired': t`This ticket has expired: its first game has kicked off.`,
      'legs-undecided': t`Error Confirming Ticket. Make sure all tip status has been confirmed`,
      'too-late-to-withdraw': t`It was too late to withdraw this tip: that takes two minutes at most, and no kick-off in between.`,
      'in-time-out': t`You are on a break. Nothing was lost: it stays here, and you can try it again when the break is over.`,
      'own-tip': t`Nobody prices or confirms their own ticket.`,
      'not-allowed': t`Only an administrator may do this.`,
      'not-found': t`This is not there any more.`,
      'tip.post not-found': t`The tip you copied is not there any more. Your games are still here.`,
      'follow.set not-found': t`This tipster is not there any more.`,
      'stale-version': t`Somebody changed this ticket meanwhile. Look at it again.`,
      'unknown-fixture': t`A game on this slip is not known any more.`,
      'unknown-option': t`A bet option on this slip is not known any more.`,
      'unknown-leg': t`This ticket does not hold that game any more.`,
      'already-selected': t`You already selected this game`,
      'slip-is-empty': t`Your Slip is empty`,
      'slip-is-full': t`A slip holds at most ${slipLimit} games`,
      'invalid-price': t`Odds are 0 or between 1 and 1000, with at most two decimals.`,
      'reason-required': t`The game has started: a change of odds needs a reason.`,
      'not-a-tipster': t`This member is not a tipster.`,
      'own-follow': t`You cannot follow yourself.`,
      'picture-unreadable': t`This picture cannot be read. Choose a JPEG, PNG or WebP picture.`,
      'unsupported-media-type': t`This kind of file is not taken. Choose a JPEG, PNG or WebP picture.`,
      'too-large': t`This is larger than the server takes.`,
      'picture.set too-large': t`This picture is too large. Choose a smaller one.`,
      'invalid-input': t`Something in it is missing or not allowed.`,
      'invalid-json': t`The server could not read this. Try it again.`,
      'identity-mismatch': t`This was meant for another account than the one that is logged in.`,
      'key-reused': t`The server took this for something it has had before. Try again: it goes out as new.`,
      'answer-forgotten': t`This was answered so long ago that the server has forgotten how. Look whether it is there before you try again.`,
      'operation-in-progress': t`The server is busy with this one. It is tried again by itself.`,
      'lane-stopped': t`It was not tried, because what comes before it was refused.`,
      'rate-limited': t`That was a lot at once. The server asked this phone to wait.`,
      internal: t`Something went wrong on our side. Nothing was changed.`,
      unavailable: t`The server is not available right now.`,
      'not-signed-in': t`Sign in, then this goes out by itself.`,
      'session-ended': t`You were logged out. Sign in, then this goes out by itself.`,
      'email-unverified': t`Verify your email, then this goes out by itself.`,
      'may-have-arrived': t`It may have been sent already: look at your tickets before you try again.`,
      'id-unknown': t`The server has not said which ticket this is. Book it from your tickets.`,
      unreachable: t`There was no answer from the server.`,
      'not-understood': t`Something else answered for the server. Try another network, or keep it as a file.`,
      storage: t`The answer came, and this phone could not write it down.`,
      unreadable: t`This can no longer be read. Keep it as a file, or discard it.`,
    };
    return words[`${kind} ${code}`] ?? words[code] ?? withKeysLookedUp(message);
  };
}

/** Whatever is wrong with single fields, as one sentence; empty when none is named. */
function useFieldWords(): (errors: ProblemTold['errors'] & {}) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    firstName: t`First Name`,
    lastName: t`Last Name`,
    country: t`Country`,
    phoneNumber: t`Phone Number`,
    state: t`State`,
    address: t`Address`,
    picture: t`Picture`,
    analysis: t`Analysis`,
    stake: t`Stake`,
    reason: t`Reason`,
  };
  const wrong = (name: string, field: string, code: string) => {
    if (code === 'required') return t`${name} is required.`;
    if (code !== 'too-long') return t`${name} is not right.`;
    return isOfTheProfile(field)
      ? t`${name}: at most ${profileTextLimit} characters.`
      : t`${name} is too long.`;
  };
  return (errors) =>
    Object.entries(errors)
      .flatMap(([field, [code = '']]) => {
        const name = names[field];
        return name === undefined ? [] : [wrong(name, field, code)];
      })
      .join(' ');
}

function isOfTheProfile(field: string): boolean {
  return !['picture', 'analysis', 'stake', 'reason'].includes(field);
}

function startedWords(started: readonly { game: string }[]): string {
  const games = listText(started.map(({ game }) => game));
  return plural(started.length, {
    one: `${games} had kicked off when this reached us.`,
    other: `${games} had kicked off when this reached us (${countText(started.length)} games).`,
  });
}

/**
 * What a problem leaves to do. `again`: the very same may be taken another time. `change`: it has to
 * be another one, made where the first was made. `choose`: somebody else changed it too, and both
 * are shown. `settled`: there is nothing to send any more, so it only has to be let go. `wait`: it
 * goes on by itself.
 */
export type Way = 'again' | 'change' | 'choose' | 'settled' | 'wait';

const ways: Readonly<Record<string, Way>> = {
  'fixture-started': 'change',
  'unknown-fixture': 'change',
  'unknown-option': 'change',
  'already-selected': 'change',
  'slip-is-empty': 'change',
  'slip-is-full': 'change',
  'invalid-input': 'change',
  'invalid-price': 'change',
  'reason-required': 'change',
  'unknown-leg': 'change',
  'legs-undecided': 'change',
  'picture-unreadable': 'change',
  'unsupported-media-type': 'change',
  'too-large': 'change',
  'identity-mismatch': 'change',
  'tip.post not-found': 'change',

  'stale-version': 'choose',

  'already-booked': 'settled',
  'already-confirmed': 'settled',
  'tip-expired': 'settled',
  'too-late-to-withdraw': 'settled',
  'own-tip': 'settled',
  'own-follow': 'settled',
  'not-a-tipster': 'settled',
  'not-found': 'settled',
  'id-unknown': 'settled',
  unreadable: 'settled',

  'operation-in-progress': 'wait',
  'lane-stopped': 'wait',
};

/** The way on from a problem; one this build does not know may be tried again. */
export function recoveryOf(code: string | undefined, kind = ''): Way {
  if (code === undefined) return 'again';
  return ways[`${kind} ${code}`] ?? ways[code] ?? 'again';
}

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

/** What to read where no answer came, and nothing was changed by asking. */
export function noLineWords(): string {
  return t`There is no line to the server right now. Nothing was lost; try again.`;
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
function withKeysLookedUp(message: string): string {
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
