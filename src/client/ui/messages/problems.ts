import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { profileTextLimit, maxTipsPerDay } from '#contract/limits.ts';
import { isProblemCode, messageOf, type ProblemCode } from '#contract/problem.ts';
import { maxTipsPerSelection } from '#domain/repeat.ts';
import { slipLimit } from '#domain/slip.ts';
import { countText, dayAndTimeText, gameText, listText } from '../formats.ts';

/**
 * The recovery from a problem. `retry`: send the change again. `change`: edit the change first.
 * `choose`: choose between two persons' changes. `discard`: remove the change, which cannot take
 * effect. `wait`: the app continues automatically.
 */
export type Recovery = 'retry' | 'change' | 'choose' | 'discard' | 'wait';

/** Codes of problems that this device detects without a response. */
type LocalProblemCode =
  | 'may-have-arrived'
  | 'may-be-done'
  | 'no-analysis'
  | 'id-unknown'
  | 'unreachable'
  | 'not-understood'
  | 'storage'
  | 'unreadable';

/** The recovery, the text for a refused operation, and the text for a person who is waiting. */
type ProblemEntry = readonly [Recovery, words: MessageDescriptor, atOnce?: MessageDescriptor];

const linkInvalid = msg`This link is not valid any more. Ask for a new one.`;

const pictureUnreadable = msg`This picture cannot be read. Choose a JPEG, PNG or WebP picture.`;

const problems: Record<ProblemCode | LocalProblemCode, ProblemEntry> = {
  'invalid-input': [
    'change',
    msg`Some of what was sent is missing or not allowed. Nothing was changed.`,
  ],
  'invalid-json': ['retry', msg`The server could not read this. Try it again.`],
  'link-invalid': ['retry', linkInvalid],
  'reset-expired': ['retry', linkInvalid],
  'wrong-credentials': ['retry', msg`The email or the password is not right.`],
  'wrong-password': ['retry', msg`The password is not right. Nothing was changed.`],
  'code-required': ['retry', msg`Please enter the code of your authenticator app as well.`],
  'wrong-code': ['retry', msg`The code is not right, or was used before. Wait for the next one.`],
  'passkey-refused': ['retry', msg`The passkey was not accepted. Nothing was changed.`],
  'not-signed-in': ['retry', msg`Log in, then this is sent.`, msg`Please log in.`],
  'session-ended': [
    'retry',
    msg`You were logged out. Log in, then this is sent.`,
    msg`You were logged out. Please log in again.`,
  ],
  'email-unverified': [
    'retry',
    msg`Verify your email, then this is sent.`,
    msg`Please check your mail and activate your account first.`,
  ],
  'not-allowed': ['retry', msg`Only an administrator may do this.`],
  'second-factor-required': [
    'retry',
    msg`An administrator needs an authenticator app first. Turn it on under Settings, Security.`,
  ],
  'in-time-out': [
    'retry',
    msg`You are on a break. Nothing was lost: it stays here, and you can try it again when the break is over.`,
  ],
  'own-tip': ['discard', msg`Nobody prices or confirms their own ticket.`],
  'not-found': ['discard', msg`This is not there any more.`],
  'fixture-started': [
    'change',
    msg`A game on this slip had kicked off before we could take it. It was not posted, even if it was sent in time.`,
  ],
  'already-tipped': [
    'change',
    msg`You already posted a tip with exactly these games and options, so this one was not posted.`,
  ],
  'selection-limit': [
    'change',
    msg`One option of one game may be in at most ${maxTipsPerSelection} of your tips, so this one was not posted. Take it off this slip, or choose another option.`,
  ],
  'already-booked': ['discard', msg`This ticket has already been booked.`],
  'already-confirmed': ['discard', msg`This ticket has already been confirmed.`],
  'tip-expired': ['discard', msg`This ticket has expired: its first game has kicked off.`],
  'legs-undecided': [
    'change',
    msg`Error Confirming Ticket. Make sure all tip status has been confirmed`,
  ],
  'decided-otherwise': ['change', msg`An earlier result decided it otherwise.`],
  'too-late-to-withdraw': [
    'discard',
    msg`It was too late to withdraw this tip: that takes two minutes at most, and no kick-off in between.`,
  ],
  'operation-in-progress': [
    'wait',
    msg`The server is busy with this one. It is tried again by itself.`,
  ],
  'answer-forgotten': [
    'retry',
    msg`This was answered so long ago that the server has forgotten how. Look whether it is there before you try again.`,
  ],
  'stale-version': ['choose', msg`Somebody changed this ticket meanwhile. Look at it again.`],
  'too-large': ['change', msg`What was sent is too large.`],
  'unsupported-media-type': ['change', pictureUnreadable],
  'unknown-fixture': ['change', msg`A game on this slip is not known any more.`],
  'unknown-option': ['change', msg`A bet option on this slip is not known any more.`],
  'unknown-leg': ['change', msg`This ticket does not hold that game any more.`],
  'already-selected': ['change', msg`You already selected this game`],
  'slip-is-empty': ['change', msg`Your Slip is empty`],
  'slip-is-full': ['change', msg`A slip holds at most ${slipLimit} games`],
  'key-reused': [
    'retry',
    msg`The server took this for something it has had before. Try again: it is sent as new.`,
  ],
  'identity-mismatch': [
    'change',
    msg`This was meant for another account than the one that is logged in.`,
  ],
  'invalid-price': ['change', msg`Odds are 0 or between 1 and 1000, with at most two decimals.`],
  'reason-required': ['change', msg`The game has started: a change of odds needs a reason.`],
  'too-early-to-decide': [
    'change',
    msg`Won or lost can be said only after the whistle that decides it. Void is possible at any time.`,
  ],
  'decision-needs-reason': [
    'change',
    msg`Void, and what goes against the rules, needs a reason that everybody reads.`,
  ],
  'not-a-tipster': ['discard', msg`This member is not a tipster.`],
  'own-follow': ['discard', msg`You cannot follow yourself.`],
  'not-pool-owner': ['discard', msg`Only the owner of this pool may do this.`],
  'pool-full': ['discard', msg`This pool is full.`],
  'too-many-pools': [
    'discard',
    msg`You are in as many pools as one can be. Leave one first, and try again.`,
  ],
  'picture-unreadable': ['change', pictureUnreadable],
  'not-attempted': ['wait', msg`It was not tried, because what comes before it was refused.`],
  'daily-tip-limit': [
    'wait',
    msg`You posted ${maxTipsPerDay} tips within a day, which is the most. This one waits here and is sent by itself.`,
  ],
  'rate-limited': [
    'retry',
    msg`That was a lot at once. The server asked this phone to wait.`,
    msg`Too many requests. Try again a little later.`,
  ],
  'request-timeout': ['retry', msg`It took too long to send, and nothing was changed. Try again.`],
  internal: ['retry', msg`Something went wrong on our side. Nothing was changed.`],
  unavailable: ['retry', msg`The service is not available right now. Try again a little later.`],
  'may-have-arrived': [
    'retry',
    msg`It may have been sent already: look whether it is there before you try again.`,
  ],
  'may-be-done': [
    'retry',
    msg`The server answered with an error. It may be done all the same: look before you try again.`,
  ],
  'no-analysis': [
    'retry',
    msg`This site takes no analysis. Try it now, and the tip is posted without yours; until then you can read it under My Saved Tips.`,
  ],
  'id-unknown': [
    'discard',
    msg`The server has not said which ticket this is. Book it from your tickets.`,
  ],
  unreachable: ['retry', msg`There was no answer from the server.`],
  'not-understood': [
    'retry',
    msg`The answer did not come from our server. Try another network, or keep it as a file.`,
  ],
  storage: ['retry', msg`The answer came, but this phone could not save it.`],
  unreadable: ['discard', msg`This can no longer be read. Keep it as a file, or discard it.`],
};

const changedGame: ProblemEntry = [
  'choose',
  msg`Somebody changed this game meanwhile. Look at both.`,
];

/** Codes with another meaning for one kind of operation. */
const problemsByKind: Readonly<Record<string, ProblemEntry>> = {
  'tip.post not-found': [
    'change',
    msg`The tip you copied is not there any more. Your games are still here.`,
  ],
  // A spec-only backend may refuse a second follow without giving a reason.
  'follow.set refused': ['retry', msg`You already followed this user`],
  'follow.set not-found': ['discard', msg`This tipster is not there any more.`],
  'result.set stale-version': changedGame,
  'prices.set stale-version': changedGame,
  'fixture.settle stale-version': changedGame,
  'fixture.correct stale-version': changedGame,
  'picture.set too-large': ['change', msg`This picture is too large. Choose a smaller one.`],
};

/** Finds the entry of a code; undefined for a code that this build does not know. */
function findProblemEntry(code: string, kind = ''): ProblemEntry | undefined {
  const byCode: Readonly<Record<string, ProblemEntry>> = problems;
  return problemsByKind[`${kind} ${code}`] ?? byCode[code];
}

/** The recovery for a problem; an unknown problem can be retried. */
export function recoveryOf(code: string | undefined, kind?: string): Recovery {
  return (code === undefined ? undefined : findProblemEntry(code, kind)?.[0]) ?? 'retry';
}

/** The fields of a refusal that its text needs. */
export type ShownProblem = {
  code: string;
  message: string;
  /** The kind of operation, because the meaning of some codes depends on it. */
  kind?: string | undefined;
  started?: readonly { game: string }[] | undefined;
  /** Selections that are in too many tips. */
  selections?: readonly { game: string }[] | undefined;
  /** The end of the time-out that blocked the operation. */
  until?: unknown;
  /** Sentences of a backend that is no Touchline server, shown unchanged. */
  words?: readonly string[] | undefined;
  /** Error codes by field. */
  errors?: Readonly<Record<string, readonly string[]>> | undefined;
};

/** The sentence for a problem; for an unknown code the server's own sentence. */
export function describeProblem(problem: ShownProblem): string {
  const { code, message, kind, errors = {}, until, words: theirs } = problem;
  const { started = [], selections = [] } = problem;
  if (theirs) {
    const ours = code === 'may-be-done' ? [i18n._(problems[code][1])] : [];
    return [...translateServerSentences(theirs), ...ours].join(' · ');
  }
  if (code === 'fixture-started' && started.length > 0) return describeStartedGames(started);
  if (code === 'selection-limit' && selections.length > 0)
    return describeSelectionLimit(selections);
  if (code === 'in-time-out' && typeof until === 'string' && !Number.isNaN(Date.parse(until))) {
    const end = dayAndTimeText(until);
    return t`You are on a break until ${end}. Nothing was lost: it stays here, and you can try it again then.`;
  }
  const fields = code === 'invalid-input' ? describeFieldErrors(errors) : '';
  if (fields !== '') return fields;
  const [, words] = findProblemEntry(code, kind) ?? [];
  if (words) return i18n._(words);
  return message === '' ? t`The server could not do this.` : replaceMessageKeys(message);
}

type ServerReason = Pick<ShownProblem, 'code' | 'message' | 'words'>;

/** Replaces message keys in the sentences of a backend that is no Touchline server. */
export function translateServerSentences(words: readonly string[]): string[] {
  return words.map(replaceMessageKeys);
}

/**
 * The server's reason, for a person who waits for the response. Sentences of a Touchline server are
 * translated; sentences of other backends stay, except message keys in brackets.
 */
export function describeServerReason({ code, message, words: theirs }: ServerReason): string {
  if (theirs) return translateServerSentences(theirs).join(' · ');
  if (!isProblemCode(code) || messageOf(code) !== message) return replaceMessageKeys(message);
  const [, words, atOnce = words] = problems[code];
  return i18n._(atOnce);
}

/** The title of a message about a refusal by the server. */
export function errorTitle(): string {
  return t({ id: 'ErrorNotificationTitle', message: 'Error' });
}

/** The sentence for a server error without a readable text. */
export function describeServerError(): string {
  return replaceMessageKeys('[ServerError500]');
}

/** The sentence if no response came and nothing was changed. */
export function describeNoConnection(): string {
  return t`There is no connection to the server right now. Nothing was lost; try again when you are online.`;
}

/** The reason why the start failed: the site's text, or that there was no response. */
export function describeStartFailure(text: string): string {
  if (text !== 'No connection' && text !== 'Server error') return replaceMessageKeys(text);
  // Without a network the server is not the cause.
  return navigator.onLine ? t`Server error` : t`You are offline`;
}

/** Replaces keys such as "[ServerError500]", which a backend may send, by texts. */
function replaceMessageKeys(message: string): string {
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

const profileFields: Readonly<Record<string, MessageDescriptor>> = {
  firstName: msg`First Name`,
  lastName: msg`Last Name`,
  country: msg`Country`,
  phoneNumber: msg`Phone Number`,
  state: msg`State`,
  address: msg`Address`,
};

const otherFields: Readonly<Record<string, MessageDescriptor>> = {
  picture: msg`Picture`,
  analysis: msg`Analysis`,
  stake: msg`Stake`,
  reason: msg`Reason`,
};

/** The errors of all fields as one sentence; empty if there are none. */
function describeFieldErrors(errors: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(errors)
    .flatMap(([field, [code = '']]) => {
      const label = profileFields[field] ?? otherFields[field];
      if (label === undefined) return [];
      const name = i18n._(label);
      if (code === 'required') return t`${name} is required.`;
      if (code !== 'too-long' && field === 'phoneNumber') {
        return t`This phone number cannot be read. Write it with + and the country’s code.`;
      }
      if (code === 'reserved') {
        return t`${name}: names such as “admin” or “support” are kept for the people who run this site.`;
      }
      if (code !== 'too-long') return t`${name} is not right.`;
      return field in profileFields
        ? t`${name}: at most ${profileTextLimit} characters.`
        : t`${name} is too long.`;
    })
    .join(' ');
}

function describeStartedGames(started: readonly { game: string }[]): string {
  const games = listText(started.map(({ game }) => gameText(game)));
  return plural(started.length, {
    one: `${games} had kicked off before we could take this. It was not posted, even if it was sent in time.`,
    other: `${games} had kicked off before we could take this (${countText(started.length)} games). It was not posted, even if it was sent in time.`,
  });
}

function describeSelectionLimit(selections: readonly { game: string }[]): string {
  const games = listText(selections.map(({ game }) => gameText(game)));
  return t`What you picked is in ${maxTipsPerSelection} of your tips already, which is the most: ${games}. Take it off this slip, or choose another option.`;
}
