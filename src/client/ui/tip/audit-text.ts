import { msg, t } from '@lingui/core/macro';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { teamShortName } from '#client/clubs.ts';
import { fixtureStatuses, gameName, type Goals, sides, parseGameName } from '#domain/fixture.ts';
import { legResults, tipOutcomes } from '#domain/tip.ts';
import { matchResultText } from '../fixture/match-result-text.ts';
import { gameText, isolateForeignText, momentText, oddsText } from '../formats.ts';
import { removalText } from '../text.tsx';
import { legStateText } from './outcome.tsx';

/** An entry of the audit log. */
type AuditLogEntry = {
  action: string;
  before: unknown;
  after: unknown;
  option?: string | undefined;
};

type AuditValues = Record<string, unknown>;

const plainWords: Readonly<Record<string, MessageDescriptor>> = {
  'tip.post': msg`Posted`,
  'tip.withdraw': msg`Withdrawn`,
  'tip.reopen': msg`Opened again`,
  'tip.restate': msg`Recorded again without its text, which can be removed since then`,
  'member.role': msg`Role changed`,
  'member.unguard': msg`Passkeys and authenticator app removed`,
  'member.delete': msg`Account deleted`,
  'club.name': msg`Name of a club assigned`,
  'administrator.refused': msg`Refused: only administrators may do this`,
};

/** The text of an audit entry; `named` is the name of the game. */
export function auditEntryText({ action, option, ...facts }: AuditLogEntry, named = ''): string {
  const [before, after] = [toAuditValues(facts.before), toAuditValues(facts.after)];
  const teams = parseGameName(named);
  // Short names, because long ones would wrap in a list on a phone at 200 % text size.
  const short = teams ? gameName(teamShortName(teams.home), teamShortName(teams.away)) : named;
  const game =
    option === undefined ? gameText(short) : `${gameText(short)} · ${isolateForeignText(option)}`;
  // `decidedAt` is set if the entry undoes a decision and so restores an earlier decision.
  if (readAuditText(after, 'decidedAt') !== '') {
    const result = auditResultText(after);
    return t`${game}: decision taken back, ${result} stands again`;
  }
  switch (action) {
    case 'leg.price': {
      const odds = oddsText(Number(after['odd']));
      return t`${game}: odds set to ${odds}`;
    }
    case 'leg.settle': {
      const result = auditResultText(after);
      return t`${game}: decided, ${result}`;
    }
    case 'leg.correct': {
      const [was, is] = [auditResultText(before), auditResultText(after)];
      return t`${game}: corrected from ${was} to ${is}`;
    }
    case 'tip.confirm': {
      const outcome = auditOutcomeText(after);
      return t`Confirmed: ${outcome}`;
    }
    case 'tip.erase':
      return removalText(readAuditText(after, 'by') === 'tipster' ? 'tipster' : 'administrator');
    case 'fixture.result': {
      const [was, is] = [auditScoreText(before, teams), auditScoreText(after, teams)];
      return was === '' ? t`${game}: result ${is}` : t`${game}: result ${is}, before ${was}`;
    }
    case 'fixture.move': {
      const moment = momentText(readAuditText(after, 'kickOff'), 'date-time');
      return t`${game}: moved to ${moment}`;
    }
    default: {
      const words = plainWords[action];
      return words ? i18n._(words) : '';
    }
  }
}

/** Returns the stored value of an audit entry as an object; empty if the value is no object. */
export function toAuditValues(value: unknown): AuditValues {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Reads a string from an entry's values; empty if it is missing. */
export function readAuditText(facts: AuditValues, name: string): string {
  const text = facts[name];
  return typeof text === 'string' ? text : '';
}

/** Reads a number from an entry's values; undefined if it is missing. */
export function readAuditNumber(facts: AuditValues, name: string): number | undefined {
  const number = facts[name];
  return typeof number === 'number' ? number : undefined;
}

function auditResultText(facts: AuditValues): string {
  const result = legResults.find((one) => one === facts['result']);
  return result ? legStateText(result) : '';
}

function auditOutcomeText(facts: AuditValues): string {
  const outcome = tipOutcomes.find((one) => one === facts['outcome']);
  return outcome ? legStateText(outcome === 'open' ? 'pending' : outcome) : '';
}

/** The recorded result of a game; empty if there is none. */
function auditScoreText(facts: AuditValues, teams: ReturnType<typeof parseGameName>): string {
  const result = {
    status: fixtureStatuses.find((one) => one === facts['status']) ?? 'played',
    fullTime: toAuditGoals(facts['fullTimeHome'], facts['fullTimeAway']),
    halfTime: toAuditGoals(facts['halfTimeHome'], facts['halfTimeAway']),
    firstGoal: sides.find((one) => one === facts['firstGoal']),
  };
  return matchResultText(result, teams);
}

function toAuditGoals(home: unknown, away: unknown): Goals | undefined {
  return typeof home === 'number' && typeof away === 'number' ? { home, away } : undefined;
}
