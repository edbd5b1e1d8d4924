import { followedTipsters, listTipsters, oneTipster, type Tipster } from '#contract/members.ts';
import { removePrivateFields } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { ContactRow } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { toDocumentRow, isNotFound, toRefreshOutcome } from './document.ts';
import { openedTipstersDocument, tipstersDocument } from './document-names.ts';
import { readListedIds, toCursorQuery, refreshPagedList } from './list-pages.ts';
import { parseStoredList } from './stored-list.ts';
import { resolvePicture, resolveAuthorPicture } from './listed-tips.ts';
import type { RefreshOutcome, RefreshDependencies } from './refresh-dependencies.ts';
import { parseList, UnparsedList } from './unreadable-rows.ts';

/** Maximum number of opened profiles that stay stored. */
const maxOpenedProfiles = 60;

/**
 * Refreshes tipsters with average odds of at least `category`, 0 for all; with `more` loads another
 * page.
 */
export async function refreshTipsters(
  parts: RefreshDependencies,
  { category = 0, more }: { category?: number; more?: boolean },
): Promise<RefreshOutcome> {
  const { api, publicStore: store, memberId = '', now } = parts;
  const shapes = parts.backend.rowSchemas();
  const followed = await readFollowedIds(parts);
  return refreshPagedList<Tipster>(
    {
      store,
      table: 'tipsters',
      name: tipstersDocument(category),
      // The response depends on the reader: only members get phone numbers.
      reader: memberId,
      now,
      request: (before, etag) =>
        api.callWithSchema(listTipsters, shapes.list, {
          query: { category, ...toCursorQuery(before) },
          etag,
        }),
      async read(reply) {
        const page = parseList(reply, shapes.tipster);
        if (!page) return undefined;
        const rows = page.rows.filter(({ isTipster }) => isTipster);
        await storeContacts(parts, rows);
        return { ...page, rows };
      },
      async write(pages) {
        for (const { list } of pages) {
          if (list) await store.tipsters.bulkPut(list.rows.map((row) => toTipsterRow(api, row)));
        }
        await deleteUnlistedTipsters(store, [memberId, ...followed]);
      },
    },
    { more },
  );
}

/** Refreshes the followed tipsters' rows in the public store. */
export async function refreshFollowedTipsters(parts: RefreshDependencies): Promise<RefreshOutcome> {
  const { api, backend, publicStore } = parts;
  const answer = await api.callWithSchema(followedTipsters, UnparsedList, {});
  if (answer.kind !== 'ok') return toRefreshOutcome(answer);
  const list = parseList(answer.reply, backend.rowSchemas().tipster);
  if (!list) return 'failed';
  await storeContacts(parts, list.rows);
  await publicStore.tipsters.bulkPut(list.rows.map((row) => toTipsterRow(api, row)));
  return 'fresh';
}

/** Refreshes one tipster, even one that no list contains. */
export async function refreshTipster(
  parts: RefreshDependencies,
  { id }: { id: string },
): Promise<RefreshOutcome> {
  const { api, publicStore: store, backend } = parts;
  const answer = await api.callWithSchema(oneTipster, backend.rowSchemas().tipster, {
    params: { id },
  });
  if (isNotFound(answer)) {
    await Promise.all([store.tipsters.delete(id), parts.memberStore?.contacts.delete(id)]);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return toRefreshOutcome(answer);
  const { reply } = answer;
  await storeContacts(parts, [reply]);
  await store.transaction('rw', store.tipsters, store.documents, async () => {
    await store.tipsters.put(toTipsterRow(api, reply));
    await storeOpenedTipster(parts, reply.id);
  });
  return 'fresh';
}

/** Ids of the tipsters that the member follows, as stored on this device. */
export async function readFollowedIds({ memberStore }: RefreshDependencies): Promise<string[]> {
  const follows = (await memberStore?.follows.toArray()) ?? [];
  return follows.filter(({ following }) => following).map(({ tipsterId }) => tipsterId);
}

/** Deletes tipsters who are in no list, except those in `keepIds`. */
async function deleteUnlistedTipsters(
  store: PublicStore,
  keepIds: readonly string[],
): Promise<void> {
  const named = await readListedIds(store, tipstersDocument(0));
  const ids = await store.tipsters.toCollection().primaryKeys();
  await store.tipsters.bulkDelete(ids.filter((id) => !named.has(id) && !keepIds.includes(id)));
}

async function storeOpenedTipster(
  { publicStore: store, now }: RefreshDependencies,
  id: string,
): Promise<void> {
  const earlier =
    parseStoredList((await store.documents.get(openedTipstersDocument))?.value)?.ids ?? [];
  const ids = [id, ...earlier.filter((other) => other !== id)].slice(0, maxOpenedProfiles);
  await store.documents.put(toDocumentRow(openedTipstersDocument, { ids }, undefined, now()));
}

/** Removes contact details, and makes picture URLs absolute. */
function toTipsterRow(api: Api, whole: Tipster): Tipster {
  const { phoneNumber: _p, state: _s, address: _a, ...tipster } = resolvePicture(api, whole);
  return {
    ...tipster,
    tips: tipster.tips.map((tip) => removePrivateFields(resolveAuthorPicture(api, tip))),
  };
}

/** The contact details of a tipster, which are stored only in the member's store. */
function toContact({ phoneNumber, state, address }: Tipster): Omit<ContactRow, 'tipsterId'> {
  return {
    ...(phoneNumber && { phoneNumber }),
    ...(state && { state }),
    ...(address && { address }),
  };
}

async function storeContacts(
  { memberStore }: RefreshDependencies,
  tipsters: readonly Tipster[],
): Promise<void> {
  if (!memberStore) return;
  const contacts = tipsters.map((tipster) => ({ tipsterId: tipster.id, ...toContact(tipster) }));
  const agreed = contacts.filter((contact) => Object.keys(contact).length > 1);
  await memberStore.transaction('rw', memberStore.contacts, async () => {
    await memberStore.contacts.bulkDelete(tipsters.map(({ id }) => id));
    await memberStore.contacts.bulkPut(agreed);
  });
}
