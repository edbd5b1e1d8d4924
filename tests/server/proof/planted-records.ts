import type { CheckedFigure } from '#contract/proof/record-check.ts';
import type { TipFault } from '#contract/proof/tip-check.ts';

import type { Season } from './season.ts';
import { relink } from './support.ts';

/** A detected fault: a tip that breaks a rule, or a wrong number in the record. */
export type Found = { tip: string; fault: TipFault } | { figure: CheckedFigure };

type Planted = { what: string; statement: string; finds: Found };

/** Database changes that make a record look better, possible for an operator without triggers. */
export function plantedIn({ lost, treated, corrected }: Season): Planted[] {
  const { id, tipster, game } = lost;
  const ofTip = (what: string, set: string, finds: Found): Planted => ({
    what,
    statement: `update tips set ${set} where id = '${id}'`,
    finds,
  });
  const ofLeg = (what: string, set: string, fault: TipFault): Planted => ({
    what,
    statement: `update legs set ${set} where tip_id = '${id}'`,
    finds: { tip: id, fault },
  });
  return [
    ofTip('an outcome', `outcome = 'won'`, { tip: id, fault: 'results' }),
    ofTip('a total', `total_odds = 99`, { tip: id, fault: 'odds' }),
    ofTip('a record total', `record_odds = 99`, { figure: 'average-odds' }),
    ofTip('an earlier arrival', `created_at = created_at - interval '1 hour'`, {
      tip: id,
      fault: 'posted',
    }),
    ofTip('a text', `analysis = 'I knew it.'`, { tip: id, fault: 'text' }),
    ofTip('a moved last kick-off', `last_kick_off = last_kick_off - interval '1 day'`, {
      figure: 'line',
    }),
    ofTip('a lost tip opened again', `confirmed_at = null`, { tip: id, fault: 'status' }),
    ofTip('a lost tip taken back', `withdrawn_at = now()`, { figure: 'month-settled' }),
    ofTip('a lost tip passed off as a copy', `copied_from = '${treated}'`, {
      figure: 'month-settled',
    }),
    ofLeg('a result of a leg', `result = 'won'`, 'results'),
    ofLeg('odds of a leg', `odd = 99`, 'odds'),
    ofLeg('odds at kick-off', `kick_off_odd = 99`, 'odds'),
    ofLeg('another option', `odds_id = 51`, 'picks'),
    ofLeg('another fact', `fact = '{"code": "cancelled"}'`, 'decisions'),
    {
      what: 'a team of a game',
      statement: `update fixtures set home = 'Real Madrid' where id = '${game}'`,
      finds: { tip: id, fault: 'games' },
    },
    {
      what: 'a month of the table',
      statement: `update record_slices set flat_profit = 500
        where member_id = '${tipster}' and kind = 'month'`,
      finds: { figure: 'month-units' },
    },
    {
      what: 'a tip of somebody else',
      statement: `update tips set owner_id = '${tipster}' where id = '${corrected}'`,
      finds: { tip: corrected, fault: 'tipster' },
    },
    {
      what: 'a tip that was never posted',
      statement: `insert into tips
          (id, owner_id, created_at, expires_at, last_kick_off, confirmed_at, outcome, cursor)
        select '${neverPosted}', owner_id, created_at, expires_at, last_kick_off, confirmed_at, 'won', 1
        from tips where id = '${id}';
        insert into legs (tip_id, position, fixture_id, odds_id, odd, kick_off_odd, result)
        select '${neverPosted}', position, fixture_id, odds_id, odd, kick_off_odd, 'won'
        from legs where tip_id = '${id}'`,
      finds: { tip: neverPosted, fault: 'history' },
    },
    {
      what: 'an event with its tip, all of the chain linked anew',
      statement: `update audit set after = jsonb_set(after, '{analysis}', '"I knew it."')
        where action = 'tip.post' and subject = 'tip:${id}';
        update tips set analysis = 'I knew it.' where id = '${id}'; ${relink}`,
      finds: { tip: id, fault: 'proof' },
    },
    {
      what: 'a removed decision',
      statement: `delete from audit where subject = 'tip:${id}' and action = 'leg.settle'`,
      finds: { tip: id, fault: 'results' },
    },
    {
      what: 'a checkpoint that nobody signed',
      statement: `update checkpoints set signature = decode(repeat('00', 64), 'hex')`,
      finds: { tip: id, fault: 'proof' },
    },
  ];
}

const neverPosted = '0195a000-0000-7000-8000-000000000001';
