import * as z from 'zod/mini';
import { Profile } from '#contract/members.ts';
import { pull } from '#contract/sync.ts';
import { Tip } from '#contract/tips.ts';

/**
 * A server row that this build cannot parse. It is stored unchanged, so that the rest of the page
 * can be applied and a newer build can parse it.
 */
export type UnreadableRow = { key: string; kind: RowKind; raw: unknown };

type RowKind = 'tip' | 'follow' | 'profile' | 'operation' | 'removed';

const follow = z.object({ tipsterId: z.string(), following: z.boolean() });
const operation = z.object({ id: z.string(), status: z.int() });

/** A page of the pull whose rows are not parsed yet. */
export const UnparsedPage = z.extend(pull.reply, {
  profile: z.optional(z.unknown()),
  tips: z.array(z.unknown()),
  removed: z.array(z.unknown()),
  follows: z.array(z.unknown()),
  operations: z.array(z.unknown()),
});
export type UnparsedPage = z.infer<typeof UnparsedPage>;

/** The rows of a page by kind; rows that cannot be parsed are in `unreadableRows`. */
export type ParsedRows = {
  profile: Profile | undefined;
  tips: Tip[];
  removed: string[];
  follows: z.infer<typeof follow>[];
  operations: z.infer<typeof operation>[];
  unreadableRows: UnreadableRow[];
};

/** Parses the rows of a page one by one. */
export function parsePullPage(page: UnparsedPage): ParsedRows {
  const as = (kind: RowKind) => (raw: unknown) => ({ kind, raw });
  return parseRows([
    ...(page.profile === undefined ? [] : [{ kind: 'profile' as const, raw: page.profile }]),
    ...page.tips.map(as('tip')),
    ...page.removed.map(as('removed')),
    ...page.follows.map(as('follow')),
    ...page.operations.map(as('operation')),
  ]);
}

/** Parses rows of any kind; an unreadable row does not affect the others. */
export function parseRows(rows: readonly Omit<UnreadableRow, 'key'>[]): ParsedRows {
  const aside: UnreadableRow[] = [];
  function readable<Row>(kind: RowKind, shape: z.ZodMiniType<Row>): Row[] {
    return rows.flatMap((row) => {
      if (row.kind !== kind) return [];
      const parsed = shape.safeParse(row.raw);
      if (!parsed.success) aside.push({ ...row, key: keyOfUnreadable(row) });
      return parsed.success ? [parsed.data] : [];
    });
  }
  return {
    profile: readable('profile', Profile).at(-1),
    tips: readable('tip', Tip),
    removed: readable('removed', z.string()),
    follows: readable('follow', follow),
    operations: readable('operation', operation),
    unreadableRows: aside,
  };
}

/** The key of an unreadable row; a later version of the row replaces it. */
export function unreadableRowKey(about: string, id: string): string {
  return `${about}:${id}`;
}

const RowIdentity = z.looseObject({
  id: z.optional(z.string()),
  tipsterId: z.optional(z.string()),
});

function keyOfUnreadable({ kind, raw }: Omit<UnreadableRow, 'key'>): string {
  const named = RowIdentity.safeParse(raw).data;
  const id = kind === 'follow' ? named?.tipsterId : named?.id;
  return unreadableRowKey(kind, id ?? JSON.stringify(raw) ?? 'nothing');
}

/** A list whose rows are parsed one by one, so that an invalid row does not hide the others. */
export const UnparsedList = z.array(z.unknown());

/** The parsed rows of a list. */
export type ParsedList<Row> = {
  rows: Row[];
  /** The ids of all listed rows, readable or not. */
  listedIds: ReadonlySet<string>;
  /** True if every row was readable; otherwise the ETag must not be stored. */
  isComplete: boolean;
};

/**
 * Parses a list; undefined if no row is valid, because the response is not from the server then.
 */
export function parseList<Row>(
  list: readonly unknown[],
  shape: z.ZodMiniType<Row>,
): ParsedList<Row> | undefined {
  const read = list.map((raw) => shape.safeParse(raw));
  const rows = read.flatMap((one) => (one.success ? [one.data] : []));
  if (rows.length === 0 && list.length > 0) return undefined;
  const ids = list.flatMap((raw) => RowIdentity.safeParse(raw).data?.id ?? []);
  return { rows, listedIds: new Set(ids), isComplete: rows.length === list.length };
}
