import type { Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipInLane } from '#sync/lane.ts';
import type { MemberStore } from '#sync/member-store.ts';
import type { Observable } from '#sync/observable.ts';
import { type Folded, foldedQuery } from '#sync/folded-query.ts';

/** Which own tips a screen shows: saved or booked ones, newest first, and how many of them. */
export type OwnTips = { booked: boolean; limit: number };

/** What knows what operations mean for tips. */
type Rules = {
  tipsShown: (base: readonly Tip[], operations: readonly unknown[]) => OptimisticTip[];
  tipShown: (
    base: Tip | undefined,
    operations: readonly unknown[],
    id: string,
  ) => OptimisticTip | undefined;
};

/** What tips are folded from. */
export type OwnRows = {
  store: MemberStore;
  owed: Observable<readonly unknown[] | undefined>;
  rules: Observable<Rules | undefined>;
};

type Page = { tips: Tip[]; others: Tip[]; asked: number };

/** How many more are read where operations have taken some away, at least. */
const step = 20;

/** Own tips as their person sees them, saved or booked, newest first, as many as asked for. */
export function ownTips(rows: OwnRows, which: OwnTips): Folded<OptimisticTip[]> {
  const { booked, limit } = which;
  const { store, owed, rules } = rows;
  return foldedQuery({
    owed,
    rules,
    wanted(operations, more) {
      const ids = joining(operations, booked);
      const leaving = more ? Math.ceil((operations.length + 1) / step) * step : 0;
      const asked = limit + leaving;
      return { key: `${asked} ${ids.join(' ')}`, read: () => readPage(store, booked, asked, ids) };
    },
    show({ tips, others }, changes) {
      if (changes === 'none') return tips.slice(0, limit);
      const base = others.length === 0 ? tips : [...tips, ...others];
      const shown = changes.rules.tipsShown(base, changes.operations);
      return shown.filter(({ IsBooked }) => (IsBooked ?? false) === booked).slice(0, limit);
    },
    isShort: ({ tips, asked }, shown) => shown.length < limit && tips.length === asked,
  });
}

/** One own tip; null when there is none. */
export function ownTip({ store, owed, rules }: OwnRows, id: string): Folded<OptimisticTip | null> {
  return foldedQuery({
    owed,
    rules,
    wanted: () => ({ key: id, read: () => store.tips.get(id) }),
    show: (base: Tip | undefined, changes) =>
      (changes === 'none' ? base : changes.rules.tipShown(base, changes.operations, id)) ?? null,
  });
}

async function readPage(
  store: MemberStore,
  booked: boolean,
  asked: number,
  ids: readonly string[],
): Promise<Page> {
  const flag = booked ? 1 : 0;
  const newest = store.tips
    .where('[booked+creationTime]')
    .between([flag, ''], [flag, '\uffff'])
    .reverse()
    .limit(asked)
    .toArray();
  if (ids.length === 0) return { tips: await newest, others: [], asked };
  const found = store.tips.bulkGet([...ids]);
  const [tips, joined] = await Promise.all([newest, found]);
  const listed = new Set(tips.map(({ id }) => id));
  const others = joined.filter((tip) => tip !== undefined).filter(({ id }) => !listed.has(id));
  return { tips, others, asked };
}

/**
 * The tips that may belong to a page by what is owed alone, wherever their rows lie: what is
 * being booked joins the booked ones, and of a tip that was sent the row may have come already. All
 * others an operation can only take away.
 */
function joining(operations: readonly unknown[], booked: boolean): string[] {
  const ids = new Set<string>();
  for (const row of operations) {
    if (typeof row !== 'object' || row === null) continue;
    const id = 'lane' in row && typeof row.lane === 'string' ? tipInLane(row.lane) : undefined;
    if (id === undefined) continue;
    const wasSent = 'sentEver' in row && row.sentEver === true;
    const posts = 'kind' in row && row.kind === 'tip.post';
    if (posts ? wasSent : booked) ids.add(id);
  }
  return [...ids].toSorted();
}
