import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { countText } from './formats.ts';

/** Why something was refused, as far as words are needed for it. */
export type RefusalTold = {
  code: string;
  message: string;
  started?: readonly { game: string }[] | undefined;
};

/** The sentence for a refusal. A code this build has no words for speaks the server's own. */
export function useRefusalWords(): (refusal: RefusalTold) => string {
  const { t } = useLingui();
  return ({ code, message, started = [] }) => {
    if (code === 'fixture-started' && started.length > 0) return startedWords(started);
    const words: Readonly<Record<string, string>> = {
      'fixture-started': t`A game on this slip had kicked off when it reached us.`,
      'already-booked': t`This ticket has already been booked.`,
      'already-confirmed': t`This ticket has already been confirmed.`,
      'ticket-expired': t`This ticket has expired: its first game has kicked off.`,
      'legs-undecided': t`Error Confirming Ticket. Make sure all tip status has been confirmed`,
      'own-ticket': t`Nobody prices or confirms their own ticket.`,
      'not-allowed': t`Only an administrator may do this.`,
      'not-found': t`This is not there any more.`,
      'stale-version': t`Somebody changed this ticket meanwhile. Look at it again.`,
      'unknown-fixture': t`A game on this slip is not known any more.`,
      'unknown-option': t`A bet option on this slip is not known any more.`,
      'already-selected': t`You already selected this game`,
      'slip-is-empty': t`Your Slip is empty`,
      'invalid-price': t`Odds are 0 or between 1 and 1000, with at most two decimals.`,
      'reason-required': t`The game has started: a change of odds needs a reason.`,
      'not-a-tipster': t`This member is not a tipster.`,
      'own-follow': t`You cannot follow yourself.`,
      'email-unverified': t`Verify your email, then this goes out by itself.`,
      unreadable: t`This can no longer be read.`,
    };
    return words[code] ?? message;
  };
}

function startedWords(started: readonly { game: string }[]): string {
  const games = started.map(({ game }) => game).join(', ');
  return plural(started.length, {
    one: `${games} had kicked off when this reached us.`,
    other: `${games} had kicked off when this reached us (${countText(started.length)} games).`,
  });
}
