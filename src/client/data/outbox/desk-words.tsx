import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { gameText, isolated } from '#client/ui/formats.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

/** What is said in a message. */
export type Said = { title: string; text?: string; to?: string };

const Left = z.object({ left: z.array(z.unknown()) });

/** Tickets that a call passed over are told of, since nothing else says so. */
function leftWords(reply: unknown): string | undefined {
  const left = Left.safeParse(reply).data?.left.length ?? 0;
  return left === 0
    ? undefined
    : plural(left, { one: '# ticket was left as it is', other: '# tickets were left as they are' });
}

export function confirmedWords(reply: unknown): Said {
  const text = leftWords(reply);
  return { title: t`Tickets confirmed`, ...(text !== undefined && { text }) };
}

export function reopenedWords(reply: unknown): Said {
  const text = leftWords(reply);
  return { title: t`Tickets open again`, ...(text !== undefined && { text }) };
}

const Corrected = z.object({ changed: z.int(), left: z.int() });

/** What was confirmed long ago waits for another administrator, which nothing else says. */
export function correctedWords(
  reply: unknown,
  correction: PayloadOf<'fixture.correct'> | undefined,
): Said {
  if (correction?.results.length === 0) return { title: t`Proposal withdrawn` };
  const { changed = 0, left = 0 } = Corrected.safeParse(reply).data ?? {};
  const title = plural(changed, { one: '# ticket corrected', other: '# tickets corrected' });
  if (left === 0) return { title };
  const text = plural(left, {
    one: '# ticket waits for a second administrator',
    other: '# tickets wait for a second administrator',
  });
  return changed === 0 ? { title: text } : { title, text };
}

/** "Result: Arsenal – Chelsea 2–1"; without a score its status says enough on the desk. */
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

export function SettlingTitle({ game }: { game: string }) {
  return <Trans>Settle: {game}</Trans>;
}

export function CorrectionTitle({ game: teams, results }: PayloadOf<'fixture.correct'>) {
  const game = gameText(teams);
  return results.length === 0 ? (
    <Trans>Withdraw the proposal: {game}</Trans>
  ) : (
    <Trans>Correct tickets: {game}</Trans>
  );
}
