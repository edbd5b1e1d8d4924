import { useLingui } from '@lingui/react/macro';
import type { BettingOption } from '#domain/catalogue.ts';
import { validateDecision, type MatchReport } from '#domain/settlement/settlement.ts';
import type { DecidedResult } from '#domain/tip.ts';
import { dayAndTimeText } from '#client/ui/formats.ts';

/** True before the whistle that decides the option: won and lost cannot be chosen yet. */
export function isDecisionTooEarly(
  option: BettingOption | undefined,
  match: MatchReport,
  now: Date,
): boolean {
  const checked = option && validateDecision(option, match, 'won', now, 'any');
  return checked?.allowed === false && checked.problem === 'too-early-to-decide';
}

/** Says when the option can be decided, or that its match is not played. */
export function TooEarlyText({ whistle }: { whistle: Date | undefined }) {
  const { t } = useLingui();
  if (!whistle) return t`The match is not played: only void is possible.`;
  const moment = dayAndTimeText(whistle);
  return t`Won or lost can be said from ${moment} on: the whistle that decides it has not gone.`;
}

/** Returns the labels of the buttons that decide an option. */
export function useDecisionLabels(): Record<DecidedResult, string> {
  const { t } = useLingui();
  return { won: t`ACCEPT`, lost: t`DECLINE`, void: t`Void` };
}

/** The result of an option by the settlement rules, as text. */
export function RuleVerdictText({ result }: { result: DecidedResult | 'ask' }) {
  const { t } = useLingui();
  const words = {
    won: t`The score says: won`,
    lost: t`The score says: lost`,
    void: t`The rules say: void`,
    ask: t`You decide`,
  };
  return words[result];
}
