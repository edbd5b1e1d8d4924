import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { teamShortName } from '#client/clubs.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import {
  type HeadlineTextFormatter,
  type HeadlineMessage,
  headlineText,
  picksLine,
} from '#domain/tip-headline.ts';
import { countText, isolateForeignText, quoteText, yieldText } from '../formats.ts';
import { tipsterNameOf } from '../member/tipster.tsx';
import { translateMessage, translatePick } from './option-words.ts';

/** The text shared with a tip's link: "Chelsea to win @ 1.85 · Amara Okafor, +24% of 34". */
export function composeShareText(tip: Tip): string {
  return headlineText(tip, tipsterNameOf(tip), headlineTextFormatter);
}

/** The first picks of a tip as text, and the number of further picks; undefined without legs. */
export function picksText(legs: readonly Pick<Leg, 'game' | 'oddName'>[]): string | undefined {
  return legs.length === 0 ? undefined : picksLine(legs, headlineTextFormatter);
}

const headlineTextFormatter: HeadlineTextFormatter = {
  translate: (message, values) => translateMessage(messages[message], values),
  pickWords: translatePick,
  clubName: teamShortName,
  quoteText,
  yieldText,
  countText,
  isolateText: isolateForeignText,
};

const messages: Record<HeadlineMessage, MessageDescriptor> = {
  '{first}, {second}': msg({ message: '{first}, {second}' }),
  '{label}: {text}': msg({ message: '{label}: {text}' }),
  '{picks} +{count} more': msg({ message: '{picks} +{count} more' }),
  '{name}, {figure} of {tickets}': msg({ message: '{name}, {figure} of {tickets}' }),
  Won: msg`Won`,
  Lost: msg`Lost`,
  Void: msg`Void`,
};
