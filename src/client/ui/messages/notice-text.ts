import { t } from '@lingui/core/macro';
import type { Notice } from '#contract/notices.ts';
import type { NoticeKind, PushedNoticeKind } from '#domain/notice.ts';
import type { TipOutcome } from '#domain/tip.ts';
import { isolateForeignText } from '../formats.ts';

/** The sentence for a notice about an own tip, or about the tip of the named tipster. */
export function noticeText({ kind, outcome }: Notice, tipster: string | undefined): string {
  return tipster === undefined
    ? ownNoticeText(kind, outcome)
    : tipsterNoticeText(isolateForeignText(tipster), kind, outcome);
}

function ownNoticeText(kind: NoticeKind, outcome: TipOutcome): string {
  switch (kind) {
    case 'posted':
      return t`You posted a tip`;
    case 'priced':
      return t`Your tip has all of its odds`;
    case 'kick-off':
      return t`Your ticket kicks off soon`;
    case 'corrected':
      return t`A decision on your tip was corrected`;
    case 'replaced':
      return t`Another administrator replaced your decision`;
    case 'settled':
      if (outcome === 'won') return t`Your tip has won`;
      if (outcome === 'lost') return t`Your tip has lost`;
      return outcome === 'void' ? t`Your tip is void` : t`Your tip was settled`;
  }
}

function tipsterNoticeText(tipster: string, kind: NoticeKind, outcome: TipOutcome): string {
  switch (kind) {
    case 'posted':
      return t`${tipster} posted a tip`;
    case 'priced':
      return t`A tip by ${tipster} has all of its odds`;
    case 'kick-off':
      return t`A tip by ${tipster} kicks off soon`;
    case 'corrected':
      return t`A decision on a tip by ${tipster} was corrected`;
    case 'replaced':
      return t`Another administrator replaced your decision`;
    case 'settled':
      if (outcome === 'won') return t`A tip by ${tipster} has won`;
      if (outcome === 'lost') return t`A tip by ${tipster} has lost`;
      return outcome === 'void'
        ? t`A tip by ${tipster} is void`
        : t`A tip by ${tipster} was settled`;
  }
}

/** Texts of pushes by kind; a locked screen shows them, so they name no person or game. */
export function pushedNoticeTexts(): Record<PushedNoticeKind, string> {
  return {
    posted: t`A tipster you follow posted a tip.`,
    priced: t`A tip has all of its odds now.`,
    'kick-off': t`A ticket you booked kicks off soon.`,
    settled: t`A tip was settled.`,
    corrected: t`A decision on a tip was corrected.`,
  };
}

/** The label of a kind of notice in the settings. */
export function noticeKindText(kind: PushedNoticeKind): string {
  switch (kind) {
    case 'posted':
      return t`New tips`;
    case 'priced':
      return t`Odds are in`;
    case 'kick-off':
      return t`Kick-off soon, of tickets you booked`;
    case 'settled':
      return t`Tips that were settled`;
    case 'corrected':
      return t`Decisions that were corrected`;
  }
}
