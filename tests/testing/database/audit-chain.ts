import { asc, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';
import { audit, fixtures, legs, tips } from '#server/db/schema.ts';

/** A difference between the audit and the stored rows. */
export type Trouble = { subject: string; what: string };

/** A leg as rebuilt from its audit entries. */
type ReplayedLeg = { odd: number; result: string; version: number | null };
type ReplayedTip = {
  legs: Map<string, ReplayedLeg>;
  confirmedAt: string | null;
  withdrawn: boolean;
};

const Posted = z.object({ legs: z.array(z.object({ fixtureId: z.string(), odd: z.number() })) });
const Price = z.object({ fixtureId: z.string(), odd: z.number() });
const Decision = z.object({
  fixtureId: z.string(),
  result: z.string(),
  version: z.nullable(z.int()),
});
const Confirmation = z.object({ confirmedAt: z.nullable(z.string()) });

type Entry = Pick<typeof audit.$inferSelect, 'action' | 'subject' | 'before' | 'after' | 'reason'>;

/**
 * Rebuilds rows from the audit: each entry must start from the state after the previous entry, and
 * the last state must equal the stored row. Checks all subjects or the named ones.
 */
export async function auditTrouble(
  database: Database,
  only?: { tips: readonly string[]; fixtures: readonly string[] },
): Promise<Trouble[]> {
  const { action, subject, before, after, reason } = audit;
  const subjects = only && [
    ...only.tips.map((id) => `tip:${id}`),
    ...only.fixtures.map((id) => `fixture:${id}`),
  ];
  const entries = await database
    .select({ action, subject, before, after, reason })
    .from(audit)
    .where(subjects && inArray(subject, subjects))
    .orderBy(asc(audit.id));
  const bySubject = Map.groupBy(entries, (entry) => entry.subject);
  const ofTips = only && inArray(tips.id, [...only.tips]);
  const storedTips = await database.select().from(tips).where(ofTips);
  const ofLegs = only && inArray(legs.tipId, [...only.tips]);
  const storedLegs = await database.select().from(legs).where(ofLegs);
  const legsOf = Map.groupBy(storedLegs, ({ tipId }) => tipId);
  const trouble: Trouble[] = [];
  for (const { id, confirmedAt, withdrawnAt } of storedTips) {
    const about = `tip:${id}`;
    const found = (what: string) => trouble.push({ subject: about, what });
    const replayed = replayTip(bySubject.get(about) ?? [], found);
    const stored = {
      legs: legsOf.get(id) ?? [],
      confirmedAt: confirmedAt?.toISOString() ?? null,
      withdrawn: withdrawnAt !== null,
    };
    for (const { fixtureId, odd, result, decidedVersion } of stored.legs) {
      const leg = replayed.legs.get(fixtureId);
      if (leg?.odd !== Number(odd)) found(`tells of ${leg?.odd} for ${odd} in ${fixtureId}`);
      if (leg?.result !== result) found(`tells of ${leg?.result} for ${result} in ${fixtureId}`);
      if (leg?.version !== decidedVersion) {
        found(`tells of version ${leg?.version} for ${decidedVersion} in ${fixtureId}`);
      }
    }
    if (replayed.confirmedAt !== stored.confirmedAt || replayed.withdrawn !== stored.withdrawn) {
      found(`tells of ${replayed.confirmedAt} for ${stored.confirmedAt}`);
    }
  }
  const ofGames = only && inArray(fixtures.id, [...only.fixtures]);
  for (const fixture of await database.select().from(fixtures).where(ofGames)) {
    const about = `fixture:${fixture.id}`;
    const results = (bySubject.get(about) ?? []).filter((each) => each.action === 'fixture.result');
    const found = (what: string) => trouble.push({ subject: about, what });
    replayResults(results, fixture, found);
  }
  return trouble;
}

function replayTip(entries: readonly Entry[], found: (what: string) => void): ReplayedTip {
  const replayed: ReplayedTip = { legs: new Map(), confirmedAt: null, withdrawn: false };
  for (const { action, before, after, reason } of entries) {
    switch (action) {
      case 'tip.post':
        if (replayed.legs.size > 0) found('is posted twice');
        for (const { fixtureId, odd } of z.parse(Posted, after).legs) {
          replayed.legs.set(fixtureId, { odd, result: 'pending', version: null });
        }
        break;
      case 'leg.price': {
        const [was, is] = [z.parse(Price, before), z.parse(Price, after)];
        const leg = replayed.legs.get(is.fixtureId);
        if (leg?.odd !== was.odd) found(`prices ${was.odd}, which was ${leg?.odd}`);
        if (leg) leg.odd = is.odd;
        break;
      }
      case 'leg.settle':
      case 'leg.correct': {
        const [was, is] = [z.parse(Decision, before), z.parse(Decision, after)];
        const leg = replayed.legs.get(is.fixtureId);
        if (leg?.result !== was.result) found(`decides ${was.result}, which was ${leg?.result}`);
        if (leg?.version !== was.version) found(`goes on from ${was.version}, not ${leg?.version}`);
        if (was.result === is.result && !isReconfirmed(was, is, reason)) {
          found(`decides ${is.result}, which it was`);
        }
        if (leg) Object.assign(leg, { result: is.result, version: is.version });
        break;
      }
      case 'tip.confirm':
      case 'tip.reopen': {
        const [was, is] = [z.parse(Confirmation, before), z.parse(Confirmation, after)];
        if (was.confirmedAt !== replayed.confirmedAt) {
          found(`${action} from ${was.confirmedAt}, which was ${replayed.confirmedAt}`);
        }
        replayed.confirmedAt = is.confirmedAt;
        break;
      }
      case 'tip.withdraw':
        if (replayed.withdrawn) found('is withdrawn twice');
        replayed.withdrawn = true;
        break;
      default:
        break;
    }
  }
  return replayed;
}

/**
 * True if a decision may be repeated for a new version of its game: with a reason, or as an undo.
 */
function isReconfirmed(
  was: z.infer<typeof Decision>,
  is: z.infer<typeof Decision>,
  reason: string,
): boolean {
  if (was.version === null || is.version === null || was.version === is.version) return false;
  return is.version < was.version || reason !== '';
}

const Result = z.object({
  status: z.string(),
  halfTimeHome: z.nullable(z.number()),
  halfTimeAway: z.nullable(z.number()),
  fullTimeHome: z.nullable(z.number()),
  fullTimeAway: z.nullable(z.number()),
  firstGoal: z.nullable(z.string()),
});

function replayResults(
  entries: readonly Entry[],
  stored: typeof fixtures.$inferSelect,
  found: (what: string) => void,
): void {
  const [first] = entries;
  if (!first) return;
  const text = (result: unknown) => JSON.stringify(z.parse(Result, result));
  let replayed = text(first.before);
  for (const { before, after } of entries) {
    if (text(before) !== replayed) found(`goes on from ${text(before)}, which was ${replayed}`);
    replayed = text(after);
    if (text(before) === replayed) found(`says ${replayed}, which it was`);
  }
  const { status, halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal } = stored;
  const is = { status, halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal };
  if (text(is) !== replayed) found(`tells of ${replayed} for ${text(is)}`);
}
