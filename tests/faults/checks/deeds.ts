import { isKindOfDesk } from '../contents/asks.ts';
import { type Change, claimsOf } from '../world/bookkeeping.ts';
import type { Entry } from '../world/ledger.ts';
import type { World } from '../world/world.ts';

/** All effects of one transaction of the server. */
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

/** Groups changes by transaction, in the order of the first ones. */
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

/** The response that a transaction stored. */
export function answerOf({ answers }: Deed): Change | undefined {
  return answers.find(({ status }) => status !== null && status < 300);
}

/** One batch of a desk operation, with the tips or the game that it changed. */
export type PartialDeed = Deed & { entry: Entry; subjects: ReadonlySet<string> };

/**
 * Batches of a desk operation before its response, by the key that their transactions had reserved.
 */
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
