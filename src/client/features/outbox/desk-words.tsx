import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { gameText, isolated } from '#client/ui/formats.ts';
import { problemWords } from '#client/ui/messages/problems.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

/** Texts of a message. */
export type MessageText = { title: string; text?: string; to?: string };

const SkippedTickets = z.object({ left: z.array(z.object({ code: z.string() })) });

/** Reports tickets that a call skipped, with the reasons, because no other screen does. */
function passedOver(
  reply: unknown,
  isDone: boolean,
  words: MessageText,
  ownReasons: Reasons,
): MessageText {
  const { left } = SkippedTickets.safeParse(reply).data ?? { left: [] };
  if (left.length === 0) return words;
  const codes = [...new Set(left.map(({ code }) => code))];
  const reasons = codes.map((code) => ownReasons[code] ?? problemWords({ code, message: '' }));
  const count = skippedText(left.length);
  const sentences = isDone ? [count, ...reasons] : reasons;
  return {
    title: isDone ? words.title : count,
    text: sentences.filter((sentence) => sentence !== '').join(' · '),
  };
}

type Reasons = Readonly<Record<string, string>>;

function skippedText(left: number): string {
  return plural(left, {
    one: '# ticket was left as it is',
    other: '# tickets were left as they are',
  });
}

const Confirmed = z.object({ confirmed: z.array(z.string()) });

export function confirmedWords(reply: unknown): MessageText {
  const confirmed = Confirmed.safeParse(reply).data?.confirmed ?? [];
  const title = plural(confirmed.length, {
    one: 'Ticket has been successfully confirmed',
    other: '# tickets have been successfully confirmed',
  });
  return passedOver(
    reply,
    confirmed.length > 0,
    { title },
    { 'legs-undecided': t`Not all of their games are decided.` },
  );
}

const Reopened = z.object({ reopened: z.array(z.string()).check(z.minLength(1)) });

export function reopenedWords(reply: unknown): MessageText {
  return passedOver(
    reply,
    Reopened.safeParse(reply).success,
    { title: t`Tickets open again` },
    { 'already-confirmed': t`Confirmed by somebody else, or more than ten minutes ago.` },
  );
}

const Settled = z.object({ changed: z.int(), unchanged: z.int(), left: z.int() });

type Settling = PayloadOf<'fixture.settle'>;

/** Whether a settlement only reverts decisions. */
function isUndo({ results }: Settling): boolean {
  return results.every(({ result }) => result === 'pending');
}

/** The message about a settlement, which does nothing if it came too late. */
export function settledWords(reply: unknown, settling: Settling | undefined): MessageText {
  const tally = Settled.safeParse(reply).data;
  const isNothing = tally !== undefined && tally.changed + tally.unchanged === 0;
  const hasSkipped = tally !== undefined && tally.left > 0;
  if (settling && isUndo(settling)) {
    const isChanged = tally?.changed !== 0;
    if (isChanged && !hasSkipped) return { title: t`Decisions taken back` };
    return {
      title: isChanged ? t`Decisions taken back` : t`Nothing was taken back`,
      text: t`Only what you decided within ten minutes can be taken back, and only while its ticket is open.`,
    };
  }
  const text = hasSkipped ? skippedText(tally.left) : undefined;
  if (isNothing) {
    return {
      title: t`Nothing was decided`,
      text: text ?? t`Nobody else has an open ticket on it any more.`,
    };
  }
  return { title: t`Game status has been set successfully`, ...(text !== undefined && { text }) };
}

const Corrected = z.object({ changed: z.int() });

export function correctedWords(reply: unknown): MessageText {
  const changed = Corrected.safeParse(reply).data?.changed ?? 0;
  return { title: plural(changed, { one: '# ticket corrected', other: '# tickets corrected' }) };
}

/** "Result: Arsenal – Chelsea 2–1"; a result without a score needs no title beyond its status. */
export function ResultTitle({ game, fullTime }: PayloadOf<'result.set'>) {
  const name = gameText(game);
  if (!fullTime) return <Trans>Result: {name}</Trans>;
  const score = isolated(fullTime.join('–'));
  return (
    <Trans>
      Result: {name}, {score}
    </Trans>
  );
}

export function PricesTitle({ game, count }: { game: string; count: number }) {
  return (
    <Plural value={count} one={`Odds of # option: ${game}`} other={`Odds of # options: ${game}`} />
  );
}

export function SettlingTitle({ settling }: { settling: Settling }) {
  const game = gameText(settling.game);
  if (isUndo(settling)) return <Trans>Take back decisions: {game}</Trans>;
  return <Trans>Settle: {game}</Trans>;
}

export function CorrectionTitle({ game: teams }: PayloadOf<'fixture.correct'>) {
  const game = gameText(teams);
  return <Trans>Correct tickets: {game}</Trans>;
}
