import type { EntityTable } from 'dexie';
import type { Tip } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { ParsedList } from './unreadable-rows.ts';

/** A fetched page of a list of tips, newest first, and its query. */
export type ListedPage = {
  list: ParsedList<Tip>;
  /** The requested page size; a page with fewer tips is the last. */
  limit: number;
  /** The id of the tip before the page. */
  before?: string | undefined;
  /** Set if the list contains only tips with a leg on this fixture. */
  fixtureId?: string | undefined;
  /** Set if the list contains only tips that are not confirmed. */
  open?: true;
};

/** Makes the author's picture URL absolute, because the API may be on another host. */
export function resolveAuthorPicture(api: Api, tip: Tip): Tip {
  return tip.author ? { ...tip, author: resolvePicture(api, tip.author) } : tip;
}

/** Makes a picture URL absolute, because the API may be on another host. */
export function resolvePicture<Shown extends { picture: string | null }>(
  api: Api,
  one: Shown,
): Shown {
  return one.picture === null ? one : { ...one, picture: api.resolveAddress(one.picture) };
}

/**
 * Deletes stored tips that a page should contain but does not, because they were withdrawn. Tips
 * older or newer than the page belong to other pages.
 */
export async function deleteUnlistedTips(
  table: EntityTable<Tip, 'id'>,
  { list, limit, before, fixtureId, open }: ListedPage,
): Promise<void> {
  const { rows, listedIds } = list;
  const last = listedIds.size < limit ? undefined : rows.at(-1);
  const after = before === undefined ? undefined : ((await table.get(before)) ?? rows[0]);
  if (before !== undefined && !after) return;

  const candidates = await table
    .where('creationTime')
    .between(last?.creationTime ?? '', after?.creationTime ?? '\uffff', true, true)
    .toArray();
  const unlisted = candidates.filter(
    (tip) =>
      !listedIds.has(tip.id) &&
      !(open && tip.IsGameSuccessful) &&
      (!after || isOlder(tip, after)) &&
      (!last || isOlder(last, tip)) &&
      (fixtureId === undefined || tip.options.some((leg) => leg.fixtureId === fixtureId)),
  );
  await table.bulkDelete(unlisted.map(({ id }) => id));
}

function isOlder(tip: Tip, other: Tip): boolean {
  if (tip.creationTime !== other.creationTime) return tip.creationTime < other.creationTime;
  return tip.id < other.id;
}
