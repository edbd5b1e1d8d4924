import { followedTipsters, listTipsters, oneTipster, type Tipster } from '#contract/members.ts';
import { publicTip } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { ContactRow } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { documentOf, isMissing, shortOf } from './document.ts';
import { openedTipsters, tipstersDocument } from './document-names.ts';
import { idsNamedBy, pageAt, refreshPages } from './list-pages.ts';
import { listIn } from './list-value.ts';
import { withAddress, withAuthorPicture } from './listed-tips.ts';
import type { Freshness, RefreshParts } from './parts.ts';
import { readList, UnreadList } from './unreadable-rows.ts';

/** Maximum number of opened profiles that are stored. */
const maxOpenedProfiles = 60;

/**
 * Refreshes tipsters with average odds of at least `category`, 0 for all; with `more` loads another
 * page.
 */
export async function refreshTipsters(
  parts: RefreshParts,
  { category = 0, more }: { category?: number; more?: boolean },
): Promise<Freshness> {
  const { api, publicStore: store, memberId = '', now } = parts;
  const shapes = parts.backend.shapes();
  const followed = await followedBy(parts);
  return refreshPages<Tipster>(
    {
      store,
      table: 'tipsters',
      name: tipstersDocument(category),
      // Phone numbers are sent to members only.
      reader: memberId,
      now,
      request: (before, etag) =>
        api.callAs(listTipsters, shapes.list, { query: { category, ...pageAt(before) }, etag }),
      async read(reply) {
        const page = readList(reply, shapes.tipster);
        if (!page) return undefined;
        const rows = page.rows.filter(({ isTipster }) => isTipster);
        await storeContacts(parts, rows);
        return { ...page, rows };
      },
      async write(pages) {
        for (const { list } of pages) {
          if (list) await store.tipsters.bulkPut(list.rows.map((row) => tipsterRow(api, row)));
        }
        await dropUnnamed(store, [memberId, ...followed]);
      },
    },
    { more },
  );
}

/** Refreshes the followed tipsters among the stored tipsters. */
export async function refreshFollowedTipsters(parts: RefreshParts): Promise<Freshness> {
  const { api, backend, publicStore } = parts;
  const answer = await api.callAs(followedTipsters, UnreadList, {});
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, backend.shapes().tipster);
  if (!list) return 'failed';
  await storeContacts(parts, list.rows);
  await publicStore.tipsters.bulkPut(list.rows.map((row) => tipsterRow(api, row)));
  return 'fresh';
}

/** Refreshes one tipster, who may be in no loaded list. */
export async function refreshTipster(
  parts: RefreshParts,
  { id }: { id: string },
): Promise<Freshness> {
  const { api, publicStore: store, backend } = parts;
  const answer = await api.callAs(oneTipster, backend.shapes().tipster, { params: { id } });
  if (isMissing(answer)) {
    await Promise.all([store.tipsters.delete(id), parts.memberStore?.contacts.delete(id)]);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  const { reply } = answer;
  await storeContacts(parts, [reply]);
  await store.transaction('rw', store.tipsters, store.documents, async () => {
    await store.tipsters.put(tipsterRow(api, reply));
    await noteOpened(parts, reply.id);
  });
  return 'fresh';
}

/** Ids of the tipsters that the member follows, as stored on this device. */
export async function followedBy({ memberStore }: RefreshParts): Promise<string[]> {
  const follows = (await memberStore?.follows.toArray()) ?? [];
  return follows.filter(({ following }) => following).map(({ tipsterId }) => tipsterId);
}

/** Deletes tipsters who are in no list, except this member and followed ones. */
async function dropUnnamed(store: PublicStore, keepIds: readonly string[]): Promise<void> {
  const named = await idsNamedBy(store, tipstersDocument(0));
  const ids = await store.tipsters.toCollection().primaryKeys();
  await store.tipsters.bulkDelete(ids.filter((id) => !named.has(id) && !keepIds.includes(id)));
}

async function noteOpened({ publicStore: store, now }: RefreshParts, id: string): Promise<void> {
  const earlier = listIn((await store.documents.get(openedTipsters))?.value)?.ids ?? [];
  const ids = [id, ...earlier.filter((other) => other !== id)].slice(0, maxOpenedProfiles);
  await store.documents.put(documentOf(openedTipsters, { ids }, undefined, now()));
}

/** A tipster without contact details, and with absolute addresses of pictures. */
function tipsterRow(api: Api, whole: Tipster): Tipster {
  const { phoneNumber: _p, state: _s, address: _a, ...tipster } = withAddress(api, whole);
  return { ...tipster, tips: tipster.tips.map((tip) => publicTip(withAuthorPicture(api, tip))) };
}

/** The contact details of a tipster, which only members may see. */
function contactOf({ phoneNumber, state, address }: Tipster): Omit<ContactRow, 'tipsterId'> {
  return {
    ...(phoneNumber && { phoneNumber }),
    ...(state && { state }),
    ...(address && { address }),
  };
}

async function storeContacts(
  { memberStore }: RefreshParts,
  tipsters: readonly Tipster[],
): Promise<void> {
  if (!memberStore) return;
  const contacts = tipsters.map((tipster) => ({ tipsterId: tipster.id, ...contactOf(tipster) }));
  const agreed = contacts.filter((contact) => Object.keys(contact).length > 1);
  await memberStore.transaction('rw', memberStore.contacts, async () => {
    await memberStore.contacts.bulkDelete(tipsters.map(({ id }) => id));
    await memberStore.contacts.bulkPut(agreed);
  });
}
