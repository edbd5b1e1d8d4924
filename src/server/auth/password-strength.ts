import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

import { ApiProblem } from '#contract/problem.ts';

/** Easily guessed words of this site, and a row of keys that the library does not know. */
const siteWords = 'betting tipster tipsters touchline manchesterunited odds mynoob йцукен'.split(
  ' ',
);

/** Minimum guesses: about as many as for seven random characters. */
const minGuesses = 1e7;

/** Minimum guesses without punctuation: "!123123123!" is as weak as "123123123". */
const minGuessesWithoutMarks = 1e5;

/**
 * Maximum checked characters: a check of 256 characters blocks the event loop for half a second.
 */
const maxLength = 64;

let estimator: ZxcvbnFactory | undefined;

/** True if a password is easy to guess from common passwords, site words or its owner's details. */
export function isCommonPassword(
  password: string,
  { email, userName }: { email: string; userName: string },
): boolean {
  // The estimator is created at first use, because that takes 0.1 s and 6 MB.
  estimator ??= new ZxcvbnFactory({
    dictionary: { common: dictionary['passwords-common'], site: siteWords },
    graphs: adjacencyGraphs,
    maxLength,
  });
  const [localPart = ''] = email.split('@');
  const known = [email, localPart, userName];
  const text = password.normalize('NFKC').trim();
  const core = text.replaceAll(/^\p{P}+|\p{P}+$/gu, '');
  return (
    estimator.check(text, known).guesses < minGuesses ||
    (core !== '' && estimator.check(core, known).guesses < minGuessesWithoutMarks)
  );
}

/** Refuses a password that is easy to guess. */
export function refuseCommonPassword(
  password: string,
  owner: { email: string; userName: string },
): void {
  if (!isCommonPassword(password, owner)) return;
  throw new ApiProblem('invalid-input', { errors: { password: ['too-common'] } });
}
