import type { Season } from './season.ts';
import { relink } from './support.ts';

/** A change in the database by hand, and the problem that the verification must report. */
export type Forgery = {
  what: string;
  statement: string;
  /** Matches one of the reported problems. */
  named: RegExp;
  /** PostgreSQL's error for the server's role, and for every role while triggers are enabled. */
  refused?: RegExp;
};

const appendOnly = /permission denied|stays as it is/;

/** Changes that an operator or intruder could make, and that would mislead readers. */
export function forgeriesOf(season: Season): Forgery[] {
  const tip = (set: string, id: string, what: string, says: string): Forgery => ({
    what,
    statement: `update tips set ${set} where id = '${id}'`,
    named: new RegExp(`^Tip ${id}: ${says}`),
  });
  return [
    ...ofTips(season, tip),
    ...ofLegs(season),
    ...ofCopies(season, tip),
    ...ofRecords(season),
    ...ofGames(season),
    ...ofMembers(season),
    ...ofEvents(season),
  ];
}

type OfTip = (set: string, id: string, what: string, says: string) => Forgery;

function ofTips({ lost, withdrawn, treated, unpriced, community }: Season, tip: OfTip): Forgery[] {
  const { id } = lost;
  return [
    tip(`outcome = 'won'`, id, 'an outcome', 'outcome is won and should be lost'),
    tip(`record_odds = 99`, id, 'record odds', 'recordOdds is 99 and should be'),
    tip(`total_odds = 99`, id, 'total odds', 'totalOdds is 99 and should be'),
    tip(
      `total_odds = 99`,
      unpriced,
      'a total of an unpriced tip',
      'totalOdds is 99 and should be 0',
    ),
    tip(`legs_won = 30`, id, 'games won', 'legsWon is 30 and should be'),
    tip(`legs_lost = 0`, id, 'games lost', 'legsLost is 0 and should be'),
    tip(`last_kick_off = last_kick_off - interval '40 days'`, id, 'a month', 'lastKickOff is'),
    tip(`expires_at = expires_at + interval '9 days'`, unpriced, 'an expiry', 'expiresAt is'),
    tip(`created_at = created_at - interval '1 hour'`, id, 'a time of posting', 'createdAt is'),
    tip(`analysis = 'I knew it.'`, id, 'an analysis', 'analysis is I knew it'),
    tip(`confirmed_at = confirmed_at + interval '1 s'`, id, 'a confirmation', 'confirmedAt is'),
    tip(`confirmed_at = null`, id, 'a lost tip opened again', 'confirmedAt is null'),
    tip(`withdrawn_at = now()`, id, 'a lost tip taken back', 'withdrawnAt is'),
    tip(`withdrawn_at = null`, withdrawn, 'a withdrawal undone', 'withdrawnAt is null'),
    {
      what: 'a document that lists show',
      statement: `update tips set wire = replace(wire, '"void"', '"won"') where id = '${treated}'`,
      named: new RegExp(`^Tip ${treated}: lists show it otherwise`),
    },
    {
      what: 'a tip removed',
      statement: `delete from legs where tip_id = '${id}'; delete from tips where id = '${id}'`,
      named: new RegExp(`^Tip ${id} was posted and is not there any more`),
    },
    {
      what: 'a tip given away',
      statement: `update tips set owner_id = '${community.other.id}' where id = '${id}'`,
      named: new RegExp(`^Tip ${id} of ${lost.tipster} is somebody else's`),
    },
    {
      what: 'a tip that was never posted',
      statement: `insert into tips (id, owner_id, created_at, expires_at, last_kick_off, cursor)
        select '0195a000-0000-7000-8000-000000000001', owner_id, created_at, expires_at, last_kick_off, 1
        from tips where id = '${id}'`,
      named: /^Tip 0195a000-0000-7000-8000-000000000001 is there, and nothing says/,
    },
  ];
}

function ofLegs({ lost, treated, corrected }: Season): Forgery[] {
  const leg = (set: string, what: string, says: string, id = lost.id): Forgery => ({
    what,
    statement: `update legs set ${set} where tip_id = '${id}'`,
    named: new RegExp(`^Tip ${id}, game [^ ]+: ${says}`),
  });
  return [
    leg(`result = 'won'`, 'a result of a leg', 'result is won and should be lost'),
    leg(`odd = 99`, 'odds of a leg', 'odd is 99 and should be'),
    leg(`estimated_odd = 99`, 'an estimate', 'estimatedOdd is 99 and should be'),
    leg(`kick_off_odd = 99`, 'odds at kick-off', 'kickOffOdd is 99 and should be'),
    leg(`odds_id = 51`, 'an option', 'oddName is .+ and should be'),
    leg(`decided_at = decided_at - interval '1 day'`, 'a time of a decision', 'decidedAt is'),
    leg(`fact = '{"code": "cancelled"}'`, 'a fact', 'fact is .+ and should be'),
    leg(`reason = 'Sorry.'`, 'a reason', 'reason is Sorry. and should be As it ended.', treated),
    leg(`corrected = null`, 'a correction hidden', 'corrected is null and should be', corrected),
  ];
}

function ofCopies({ copy, original, lost }: Season, tip: OfTip): Forgery[] {
  return [
    tip(`copied_from = null`, copy, 'a copy passed off as a tip', 'copiedFrom is null'),
    tip(`copied_from = '${original}'`, lost.id, 'a loser passed off as a copy', 'copiedFrom is'),
    tip(`booked_odds = 99`, copy, 'booked odds', 'bookedOdds is 99 and should be 1.85'),
    tip(`booked_at = null`, copy, 'a booking removed', 'bookedAt is null'),
    {
      what: 'a booked price',
      statement: `update legs set booked_odd = 99 where tip_id = '${copy}'`,
      named: new RegExp(`^Tip ${copy}, game [^ ]+: bookedOdd is 99 and should be 1.85`),
    },
  ];
}

function ofRecords({ lost: { tipster } }: Season): Forgery[] {
  const record = (set: string, what: string, says: string): Forgery => ({
    what,
    statement: `update tipster_records set ${set} where member_id = '${tipster}'`,
    named: new RegExp(`^The record of .+ \\(${tipster}\\): ${says}`),
  });
  const slice = (kind: string): Forgery => ({
    what: `a slice by ${kind}`,
    statement: `update record_slices set flat_profit = 500
      where member_id = '${tipster}' and kind = '${kind}'`,
    named: new RegExp(`^The record of .+ \\(${tipster}\\), ${kind} .+: flatProfit is 500`),
  });
  return [
    record('stars = 5', 'stars', 'stars is 5 and should be'),
    record('flat_profit = 500', 'units', 'flatProfit is 500 and should be'),
    record('capped_profit = 500', 'capped units', 'cappedProfit is 500 and should be'),
    record('won = settled', 'tips won', 'won is'),
    record('priced = 0', 'priced tips', 'priced is 0'),
    record(`form = '{won,won,won,won,won}'`, 'a form', 'form is'),
    ...['month', 'league', 'league-month', 'option'].map(slice),
    {
      what: 'a month of a table made up',
      statement: `insert into record_slices (member_id, kind, key, settled, won, flat_profit)
        values ('${tipster}', 'month', '2020-01', 9, 9, 90)`,
      named: new RegExp(`\\(${tipster}\\), month 2020-01: settled is 9 and should be 0`),
    },
    {
      what: 'a record removed',
      statement: `delete from tipster_records where member_id = '${tipster}'`,
      named: new RegExp(`^The record of .+ \\(${tipster}\\): settled is 0 and should be`),
    },
  ];
}

function ofGames({ lost: { game } }: Season): Forgery[] {
  const fixture = (set: string, what: string, says: string): Forgery => ({
    what,
    statement: `update fixtures set ${set} where id = '${game}'`,
    named: new RegExp(`^Game ${game} \\(.+ Vs .+\\): ${says}`),
  });
  return [
    fixture(`home = 'Real Madrid'`, 'a team', 'home is Real Madrid and should be'),
    fixture(
      `sport_key = (select key from leagues where key <> sport_key limit 1)`,
      'a league',
      'sportKey is',
    ),
    fixture(`kick_off = kick_off + interval '1 hour'`, 'a kick-off', 'kickOff is'),
    fixture(`full_time_home = 9`, 'a score', 'fullTimeHome is 9 and should be'),
    fixture(`half_time_away = 9`, 'a score at half-time', 'halfTimeAway is 9 and should be'),
    fixture(`status = 'cancelled'`, 'a game called off', 'status is cancelled and should be'),
  ];
}

function ofMembers({ community, promoted }: Season): Forgery[] {
  const { tipster, other } = community;
  return [
    {
      what: 'a role',
      statement: `update members set role = 'administrator' where id = '${other.id}'`,
      named: new RegExp(`^Member .+ \\(${other.id}\\): role is administrator and should be member`),
    },
    {
      what: 'a role taken',
      statement: `update members set role = 'member' where id = '${promoted}'`,
      named: new RegExp(`^Member .+ \\(${promoted}\\): role is member and should be administrator`),
    },
    {
      what: 'a deletion made up',
      statement: `update members set deleted_at = now() where id = '${tipster.id}'`,
      named: new RegExp(`^Member ${tipster.id}: isDeleted is true and should be false`),
    },
    {
      what: 'a follower made up',
      statement: `insert into follows (member_id, tipster_id, following, changed_at, cursor)
        values ('${promoted}', '${tipster.id}', true, now(), 1)`,
      named: new RegExp(`^A follower of ${tipster.id} is made up: .+ \\(${promoted}\\)`),
    },
    {
      what: 'a follower removed',
      statement: `delete from follows where member_id = '${other.id}'`,
      named: new RegExp(`^A follower of ${tipster.id} is gone: .+ \\(${other.id}\\)`),
    },
  ];
}

function ofEvents({ lost: { id, game } }: Season): Forgery[] {
  return [
    {
      what: 'an event with its tip, all of the chain linked anew',
      statement: `update tips set analysis = 'I knew it.', wire = null where id = '${id}';
        update audit set after = after
          || (select jsonb_build_object('analysisDigest', text_digest(analysis_salt, analysis))
            from tips where id = '${id}')
        where action = 'tip.post' and subject = 'tip:${id}'; ${relink}`,
      named: /\(member:[^)]+\) is not what the log says/,
      refused: appendOnly,
    },
    {
      what: 'an event removed',
      statement: `delete from audit where subject = 'tip:${id}' and action = 'leg.settle'`,
      named: /^What came before .+ is gone/,
      refused: appendOnly,
    },
    {
      what: 'a game added anew under another name',
      statement: `insert into audit (at, action, subject, after)
        select '2026-03-08', action, subject, jsonb_set(after, '{home}', '"Real Madrid"') from audit
        where action = 'fixture.add' and subject = 'fixture:${game}';
        update fixtures set home = 'Real Madrid' where id = '${game}'`,
      named: new RegExp(`^Game ${game} was added a second time|^fixture.add .+ is not what was`),
    },
  ];
}
