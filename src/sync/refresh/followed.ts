import * as z from 'zod/mini';
import { tipListLimit } from '#contract/limits.ts';
import { followedTipsters } from '#contract/members.ts';
import { followedTips, publicTip, Tip } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { followedDocument, followedSeenDocument } from './document-names.ts';
import { type PagedList, refreshPages } from './list-pages.ts';
import { dropUnlisted, withAuthorPicture } from './listed-tips.ts';
import { putTipsters, type PublicParts } from './public-lists.ts';
import { documentOf, type Freshness, shortOf } from './pull.ts';
import { readList } from './unreadable-rows.ts';

type FollowedParts = { api: Api; store: MemberStore; backend: Backend; now: () => number };

/** Maximum number of stored tips of followed tipsters. */
const maxFollowedTips = 500;

const UnreadList = z.array(z.unknown());

/** Refreshes the newest tips of followed tipsters; with `more` loads another page. */
export async function refreshFollowedTips(
  { api, store, backend, now }: FollowedParts,
  { more }: { more?: boolean | undefined } = {},
): Promise<Freshness> {
  if (!backend.can.feed) return 'failed';
  const { followedTips: table, documents } = store;
  const list: PagedList<Tip> = {
    store,
    table: 'followedTips',
    name: followedDocument,
    now,
    request: (before, etag) => {
      const query = { limit: tipListLimit, ...(before !== undefined && { before }) };
      return api.callAs(followedTips, UnreadList, { query, etag });
    },
    read: async (reply) => readList(reply, Tip),
    async write(pages) {
      for (const { list, before } of pages) {
        if (!list) continue;
        await dropUnlisted(table, { list, limit: tipListLimit, before });
        await table.bulkPut(list.rows.map((tip) => publicTip(withAuthorPicture(api, tip))));
      }
      await dropUnrefreshed(table, pages);
      const oldest = await table.orderBy('creationTime').primaryKeys();
      await table.bulkDelete(oldest.slice(0, Math.max(0, oldest.length - maxFollowedTips)));
      // Tips posted before the member's first visit do not count as new.
      if (await documents.get(followedSeenDocument)) return;
      const newest = await table.orderBy('creationTime').last();
      const seen = newest?.creationTime ?? '';
      await documents.put(documentOf(followedSeenDocument, seen, undefined, now()));
    },
  };
  return refreshPages(list, { more });
}

/**
 * Deletes tips beyond the refreshed pages: they would not be refreshed any more, and could keep a
 * removed text.
 */
async function dropUnrefreshed(
  table: MemberStore['followedTips'],
  pages: readonly { ids: readonly string[]; before?: string | undefined }[],
): Promise<void> {
  const [first, last] = [pages[0], pages.at(-1)?.ids.at(-1)];
  if (first?.before !== undefined || last === undefined) return;
  const end = await table.get(last);
  if (end) await table.where('creationTime').below(end.creationTime).delete();
}

/** Refreshes the followed tipsters among the stored tipsters. */
export async function refreshFollowedTipsters(parts: PublicParts): Promise<Freshness> {
  const { api, backend } = parts;
  if (!backend.can.feed) return 'failed';
  const answer = await api.callAs(followedTipsters, UnreadList, {});
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, backend.shapes().tipster);
  if (!list) return 'failed';
  await putTipsters(parts, list.rows);
  return 'fresh';
}
