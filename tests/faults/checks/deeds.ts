import { isKindOfDesk } from '../contents/asks.ts';
import { type Change, claimsOf } from '../world/bookkeeping.ts';
import type { Entry } from '../world/ledger.ts';
import type { World } from '../world/world.ts';

/** All that one transaction of the server's did. */
export type Deed = {
  tx: string;
  effects: Change[];
  notes: Change[];
  answers: Change[];
  claims: Change[];
};

const effects = new Set([
  'posted',
  'booked',
  'withdrawn',
  'confirmed',
  'changed',
  'leg',
  'followed',
  'profile',
  'result',
]);

/** What was done, transaction by transaction, in the order of their first changes. */
export function deedsOf(changes: readonly Change[]): Deed[] {
  const byTransaction = new Map<string, Deed>();
  for (const change of changes) {
    const { tx, what } = change;
    const deed = byTransaction.get(tx) ?? { tx, effects: [], notes: [], answers: [], claims: [] };
    byTransaction.set(tx, deed);
    if (effects.has(what)) deed.effects.push(change);
    else if (what === 'answered') deed.answers.push(change);
    else if (what === 'claimed') deed.claims.push(change);
    else deed.notes.push(change);
  }
  return [...byTransaction.values()];
}

/** The answer that a transaction gave for what it did. */
export function answerOf({ answers }: Deed): Change | undefined {
  return answers.find(({ status }) => status !== null && status < 300);
}

/** A part of what an administrator did to many tickets, and the tips or the game that it changed. */
export type PartialDeed = Deed & { entry: Entry; subjects: ReadonlySet<string> };

/** What was done of such an ask before its answer, by the key that its transaction had claimed. */
export async function partialDeeds(
  { server, ledger }: World,
  changes: readonly Change[],
): Promise<PartialDeed[]> {
  const open = deedsOf(changes).filter((deed) => deed.effects.length > 0 && !answerOf(deed));
  if (open.length === 0) return [];
  const entries = ledger.entries().filter(({ kind }) => isKindOfDesk(kind));
  const names = new Map(entries.map((entry) => [`${entry.memberId} ${entry.id}`, entry]));
  const claims = await claimsOf(server.database, [...names.keys()]);
  return open.flatMap((deed) => {
    const claimed = deed.claims.flatMap(
      ({ subject }) => names.get(claims.get(subject) ?? '') ?? [],
    );
    const [entry] = claimed;
    const subjects = new Set(deed.effects.map(({ subject }) => subject));
    return entry ? [{ ...deed, entry, subjects }] : [];
  });
}
