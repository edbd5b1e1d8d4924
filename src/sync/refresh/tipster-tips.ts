import { tipListLimit } from '#contract/limits.ts';
import { tipsterTips } from '#contract/records.ts';
import { publicTip, Tip } from '#contract/tips.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { tipsterTipLists, type TipsterTipFilters, tipsterTipsDocument } from './document-names.ts';
import { type PagedList, refreshPages } from './list-pages.ts';
import { withAuthorPicture } from './listed-tips.ts';
import { dropOverflow, followedBy, pageAt, type PublicParts, UnreadList } from './public-lists.ts';
import type { Freshness } from './pull.ts';
import { readList } from './unreadable-rows.ts';

/** The filters of a tipster's tips; `more` loads another page. */
export type TipsterTipQuery = TipsterTipFilters & { id: string; more?: boolean };

/** Page size of a tipster's tips. */
const pageSize = 20;

/** Maximum number of stored lists, in addition to unfiltered ones of followed tipsters. */
export const maxTipsterLists = 40;

/** Refreshes the settled or open tips of a tipster; with `more` loads another page. */
export async function refreshTipsterTips(
  parts: PublicParts,
  { id, more, ...filters }: TipsterTipQuery,
): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  if (!backend.can.records) return 'failed';
  const followed = await followedBy(parts);
  const list: PagedList<Tip> = {
    store,
    table: 'tips',
    name: tipsterTipsDocument(id, filters),
    now,
    request: (before, etag) =>
      api.callAs(tipsterTips, UnreadList, {
        params: { id },
        query: { ...queryOf(filters), ...pageAt(before) },
        etag,
      }),
    read: async (reply) => readList(reply, Tip),
    async write(pages) {
      for (const { list } of pages) {
        if (list)
          await store.tips.bulkPut(list.rows.map((tip) => publicTip(withAuthorPicture(api, tip))));
      }
      await dropOldLists(store, followed);
      await dropOverflow(store);
    },
  };
  return refreshPages(list, { more });
}

function queryOf({ state, league, option, month, at, figure }: TipsterTipFilters) {
  // An instant has few tips, and a point of the chart shows all of them.
  const limit = at === undefined ? pageSize : tipListLimit;
  return {
    state,
    limit,
    ...(league !== undefined && { league }),
    ...(option !== undefined && { option }),
    ...(month !== undefined && { month }),
    ...(at !== undefined && { at }),
    ...(figure !== undefined && { figure }),
  };
}

async function dropOldLists({ documents }: PublicStore, followed: readonly string[]) {
  const reserved = new Set(
    followed.flatMap((id) =>
      (['settled', 'open'] as const).map((state) => tipsterTipsDocument(id, { state })),
    ),
  );
  const lists = await documents.where('name').startsWith(tipsterTipLists).toArray();
  const old = lists
    .filter(({ name }) => !reserved.has(name))
    .toSorted((one, other) => other.fetchedAt - one.fetchedAt)
    .slice(maxTipsterLists);
  await documents.bulkDelete(old.map(({ name }) => name));
}
