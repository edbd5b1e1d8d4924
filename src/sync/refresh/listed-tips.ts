import type { EntityTable } from 'dexie';
import type { Tip } from '#contract/tips.ts';
import type { Api } from '../backend/api.ts';
import type { ReadList } from './unreadable.ts';

/** A fetched page of a list of tips, newest first, and its query. */
export type ListedPage = {
  list: ReadList<Tip>;
  /** How many tips a page holds unless it is the last one. */
  limit: number;
  /** The id of the tip it begins after. */
  before?: string | undefined;
  /** With a fixture, only tips that hold a leg on it are listed. */
  fixtureId?: string | undefined;
  /** Only tips that are not confirmed are listed. */
  open?: true;
};

/** A tip whose author's picture has an absolute address, since the API may be on another host. */
export function withFace(api: Api, tip: Tip): Tip {
  return tip.author ? { ...tip, author: withAddress(api, tip.author) } : tip;
}

/** The same of anything that has a picture. */
export function withAddress<Shown extends { picture: string | null }>(api: Api, one: Shown): Shown {
  return one.picture === null ? one : { ...one, picture: api.addressOf(one.picture) };
}

/**
 * Deletes the tips that a page should hold and does not, since they were withdrawn. Tips beyond its ends
 * belong to other pages.
 */
export async function dropUnlisted(
  table: EntityTable<Tip, 'id'>,
  { list, limit, before, fixtureId, open }: ListedPage,
): Promise<void> {
  const { rows, listed } = list;
  const last = listed.size < limit ? undefined : rows.at(-1);
  const after = before === undefined ? undefined : ((await table.get(before)) ?? rows[0]);
  if (before !== undefined && !after) return;

  const candidates = await table
    .where('creationTime')
    .between(last?.creationTime ?? '', after?.creationTime ?? '\uffff', true, true)
    .toArray();
  const gone = candidates.filter(
    (tip) =>
      !listed.has(tip.id) &&
      !(open && tip.IsGameSuccessful) &&
      (!after || isOlder(tip, after)) &&
      (!last || isOlder(last, tip)) &&
      (fixtureId === undefined || tip.options.some((leg) => leg.fixtureId === fixtureId)),
  );
  await table.bulkDelete(gone.map(({ id }) => id));
}

function isOlder(tip: Tip, other: Tip): boolean {
  if (tip.creationTime !== other.creationTime) return tip.creationTime < other.creationTime;
  return tip.id < other.id;
}
