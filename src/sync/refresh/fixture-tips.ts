import { tipListLimit } from '#contract/limits.ts';
import { publicTip, recentTips, Tip } from '#contract/tips.ts';
import { fixtureTipLists, fixtureTipsDocument } from './document-names.ts';
import { type PagedList, refreshPages } from './list-pages.ts';
import { dropUnlisted, withAuthorPicture } from './listed-tips.ts';
import { dropOldest, dropOverflow, pageAt, type PublicParts, UnreadList } from './public-lists.ts';
import type { Freshness } from './pull.ts';
import { readList } from './unreadable-rows.ts';

/** Maximum number of stored lists: one half for prefetched games, one half for opened games. */
const maxFixtureLists = 40;

/** The newest tips with a leg on a fixture. */
export async function refreshFixtureTips(
  { api, store, backend, now }: PublicParts,
  fixtureId: string,
): Promise<Freshness> {
  if (!backend.can.feed) return 'failed';
  const query = { limit: tipListLimit, fixtureId };
  const list: PagedList<Tip> = {
    store,
    table: 'tips',
    name: fixtureTipsDocument(fixtureId),
    now,
    request: (before, etag) =>
      api.callAs(recentTips, UnreadList, { query: { ...query, ...pageAt(before) }, etag }),
    read: async (reply) => readList(reply, Tip),
    async write(pages) {
      for (const { list, before } of pages) {
        if (!list) continue;
        await dropUnlisted(store.tips, { list, limit: tipListLimit, before, fixtureId });
        await store.tips.bulkPut(list.rows.map((tip) => publicTip(withAuthorPicture(api, tip))));
      }
      await dropOldest(store, fixtureTipLists, maxFixtureLists);
      await dropOverflow(store);
    },
  };
  return refreshPages(list);
}
