import { msg, t } from '@lingui/core/macro';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { shortName } from '#client/clubs.ts';
import { fixtureStatuses, gameName, type Goals, sides, teamsOf } from '#domain/fixture.ts';
import { legResults, tipOutcomes } from '#domain/tip.ts';
import { matchResultWords } from '../fixture/result-words.ts';
import { gameText, isolated, momentText, oddsText } from '../formats.ts';
import { removalText } from '../text.tsx';
import { resultWord } from './outcome.tsx';

/** An entry of the audit log. */
type AuditFacts = { action: string; before: unknown; after: unknown; option?: string | undefined };

type Facts = Record<string, unknown>;

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

/** Describes an audit entry; `named` is its game. */
export function auditText({ action, option, ...facts }: AuditFacts, named = ''): string {
  const [before, after] = [factsIn(facts.before), factsIn(facts.after)];
  const teams = teamsOf(named);
  // Entries are lines of lists on phones: at 200 % text size a name of three words would break.
  const short = teams ? gameName(shortName(teams.home), shortName(teams.away)) : named;
  const game = option === undefined ? gameText(short) : `${gameText(short)} · ${isolated(option)}`;
  // Restores an earlier decision, made at the moment that is named.
  if (textIn(after, 'decidedAt') !== '') {
    const result = resultIn(after);
    return t`${game}: decision taken back, ${result} stands again`;
  }
  switch (action) {
    case 'leg.price': {
      const odds = oddsText(Number(after['odd']));
      return t`${game}: odds set to ${odds}`;
    }
    case 'leg.settle': {
      const result = resultIn(after);
      return t`${game}: decided, ${result}`;
    }
    case 'leg.correct': {
      const [was, is] = [resultIn(before), resultIn(after)];
      return t`${game}: corrected from ${was} to ${is}`;
    }
    case 'tip.confirm': {
      const outcome = outcomeIn(after);
      return t`Confirmed: ${outcome}`;
    }
    case 'tip.erase':
      return removalText(textIn(after, 'by') === 'tipster' ? 'tipster' : 'administrator');
    case 'fixture.result': {
      const [was, is] = [scoreIn(before, teams), scoreIn(after, teams)];
      return was === '' ? t`${game}: result ${is}` : t`${game}: result ${is}, before ${was}`;
    }
    case 'fixture.move': {
      const moment = momentText(textIn(after, 'kickOff'), 'date-time');
      return t`${game}: moved to ${moment}`;
    }
    default: {
      const words = plainWords[action];
      return words ? i18n._(words) : '';
    }
  }
}

/** Narrows the stored value of an audit entry to an object. */
export function factsIn(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A text among facts; empty if it is missing. */
export function textIn(facts: Facts, name: string): string {
  const text = facts[name];
  return typeof text === 'string' ? text : '';
}

/** A number among facts; undefined if it is missing. */
export function numberIn(facts: Facts, name: string): number | undefined {
  const number = facts[name];
  return typeof number === 'number' ? number : undefined;
}

function resultIn(facts: Facts): string {
  const result = legResults.find((one) => one === facts['result']);
  return result ? resultWord(result) : '';
}

function outcomeIn(facts: Facts): string {
  const outcome = tipOutcomes.find((one) => one === facts['outcome']);
  return outcome ? resultWord(outcome === 'open' ? 'pending' : outcome) : '';
}

/** The recorded result; empty for a game without one. */
function scoreIn(facts: Facts, teams: ReturnType<typeof teamsOf>): string {
  const result = {
    status: fixtureStatuses.find((one) => one === facts['status']) ?? 'played',
    fullTime: goalsIn(facts['fullTimeHome'], facts['fullTimeAway']),
    halfTime: goalsIn(facts['halfTimeHome'], facts['halfTimeAway']),
    firstGoal: sides.find((one) => one === facts['firstGoal']),
  };
  return matchResultWords(result, teams);
}

function goalsIn(home: unknown, away: unknown): Goals | undefined {
  return typeof home === 'number' && typeof away === 'number' ? { home, away } : undefined;
}
