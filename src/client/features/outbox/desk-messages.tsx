import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { gameText, isolateForeignText } from '#client/ui/formats.ts';
import { describeProblem } from '#client/ui/messages/problems.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

/** The texts of a message, and in `to` the path of the page that it opens. */
export type MessageText = { title: string; text?: string; to?: string };

const SkippedTickets = z.object({ left: z.array(z.object({ code: z.string() })) });

/** Adds to a message how many tickets a call skipped, and why; no screen shows these tickets. */
function createSkippedMessage(
  reply: unknown,
  isDone: boolean,
  words: MessageText,
  ownReasons: ReasonsByCode,
): MessageText {
  const { left } = SkippedTickets.safeParse(reply).data ?? { left: [] };
  if (left.length === 0) return words;
  const codes = [...new Set(left.map(({ code }) => code))];
  const reasons = codes.map((code) => ownReasons[code] ?? describeProblem({ code, message: '' }));
  const count = skippedText(left.length);
  const sentences = isDone ? [count, ...reasons] : reasons;
  return {
    title: isDone ? words.title : count,
    text: sentences.filter((sentence) => sentence !== '').join(' · '),
  };
}

type ReasonsByCode = Readonly<Record<string, string>>;

function skippedText(left: number): string {
  return plural(left, {
    one: '# ticket was left as it is',
    other: '# tickets were left as they are',
  });
}

const ConfirmReply = z.object({ confirmed: z.array(z.string()) });

export function createConfirmMessage(reply: unknown): MessageText {
  const confirmed = ConfirmReply.safeParse(reply).data?.confirmed ?? [];
  const title = plural(confirmed.length, {
    one: 'Ticket has been successfully confirmed',
    other: '# tickets have been successfully confirmed',
  });
  return createSkippedMessage(
    reply,
    confirmed.length > 0,
    { title },
    { 'legs-undecided': t`Not all of their games are decided.` },
  );
}

const ReopenReply = z.object({ reopened: z.array(z.string()).check(z.minLength(1)) });

export function createReopenMessage(reply: unknown): MessageText {
  return createSkippedMessage(
    reply,
    ReopenReply.safeParse(reply).success,
    { title: t`Tickets open again` },
    { 'already-confirmed': t`Confirmed by somebody else, or more than ten minutes ago.` },
  );
}

const SettlementReply = z.object({ changed: z.int(), unchanged: z.int(), left: z.int() });

type SettlementPayload = PayloadOf<'fixture.settle'>;

/** True if a settlement only undoes decisions. */
function isUndoSettlement({ results }: SettlementPayload): boolean {
  return results.every(({ result }) => result === 'pending');
}

/** Creates the message after a settlement, also for a settlement that changed nothing. */
export function createSettlementMessage(
  reply: unknown,
  settling: SettlementPayload | undefined,
): MessageText {
  const tally = SettlementReply.safeParse(reply).data;
  const isNothing = tally !== undefined && tally.changed + tally.unchanged === 0;
  const hasSkipped = tally !== undefined && tally.left > 0;
  if (settling && isUndoSettlement(settling)) {
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

const CorrectionReply = z.object({ changed: z.int() });

export function createCorrectionMessage(reply: unknown): MessageText {
  const changed = CorrectionReply.safeParse(reply).data?.changed ?? 0;
  return { title: plural(changed, { one: '# ticket corrected', other: '# tickets corrected' }) };
}

/** The title of a result: "Result: Arsenal – Chelsea, 2–1"; without a score only the game. */
export function ResultTitle({ game, fullTime }: PayloadOf<'result.set'>) {
  const name = gameText(game);
  if (!fullTime) return <Trans>Result: {name}</Trans>;
  const score = isolateForeignText(fullTime.join('–'));
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

export function SettlementTitle({ settling }: { settling: SettlementPayload }) {
  const game = gameText(settling.game);
  if (isUndoSettlement(settling)) return <Trans>Take back decisions: {game}</Trans>;
  return <Trans>Settle: {game}</Trans>;
}

export function CorrectionTitle({ game: teams }: PayloadOf<'fixture.correct'>) {
  const game = gameText(teams);
  return <Trans>Correct tickets: {game}</Trans>;
}
