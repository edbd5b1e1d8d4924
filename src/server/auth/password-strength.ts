import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

import { ApiProblem } from '#contract/problem.ts';

/** Words of this site and of its game, and a row of keys that the library lacks. */
const siteWords = 'betting tipster tipsters touchline manchesterunited odds mynoob йцукен'.split(
  ' ',
);

/** A password of seven random characters needs as many guesses. */
const minGuesses = 1e7;

/** Guesses that the text between marks needs: "!123123123!" is as weak as it is without them. */
const minGuessesWithoutMarks = 1e5;

/**
 * Later characters are ignored: the estimate of 256 characters blocks the event loop for half a
 * second.
 */
const maxLength = 64;

let estimator: ZxcvbnFactory | undefined;

/** True if a password is easily guessed by knowing common ones and its owner's details. */
export function isCommonPassword(
  password: string,
  { email, userName }: { email: string; userName: string },
): boolean {
  // Built at the first use: it takes a tenth of a second and 6 MB.
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

/** Refuses a password that is easily guessed. */
export function refuseCommonPassword(
  password: string,
  owner: { email: string; userName: string },
): void {
  if (!isCommonPassword(password, owner)) return;
  throw new ApiProblem('invalid-input', { errors: { password: ['too-common'] } });
}
