import type { EntityTable } from 'dexie';
import type { Tip } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { ParsedList } from './unreadable-rows.ts';

/** A fetched page of a list of tips, newest first, and its query. */
export type ListedPage = {
  list: ParsedList<Tip>;
  /** Maximum number of tips of the page; only the last page has fewer. */
  limit: number;
  /** The id of the tip it begins after. */
  before?: string | undefined;
  /** Restricts the list to tips with a leg on this fixture. */
  fixtureId?: string | undefined;
  /** Restricts the list to tips that are not confirmed. */
  open?: true;
};

/** Makes the address of the author's picture absolute, since the API may be on another host. */
export function resolveAuthorPicture(api: Api, tip: Tip): Tip {
  return tip.author ? { ...tip, author: resolvePicture(api, tip.author) } : tip;
}

/** Makes the address of a picture absolute, since the API may be on another host. */
export function resolvePicture<Shown extends { picture: string | null }>(
  api: Api,
  one: Shown,
): Shown {
  return one.picture === null ? one : { ...one, picture: api.resolveAddress(one.picture) };
}

/**
 * Deletes stored tips in the range of a page that the page does not contain, since they were
 * withdrawn. Tips outside of its range belong to other pages.
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
