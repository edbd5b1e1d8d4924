import { and, asc, eq, getTableColumns, gt, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Queryable } from '../db/database.ts';
import { recordSlices, tipsterRecords } from '../db/record-tables.ts';
import { follows, legs, members, tips } from '../db/schema.ts';
import { toDisplayName } from '../members/names.ts';
import { textDigestColumns } from '../tips/texts.ts';
import type { ChainedEvent } from './chained-events.ts';
import { describeDifferingFields } from './differing-fields.ts';
import type { FixtureReplay } from './fixture-replay.ts';
import { MemberReplay } from './member-replay.ts';
import { RestatedPostChecker } from './restated-post-checker.ts';
import { type ReplayedRecordTip, describeRecordDifferences } from './record-differences.ts';
import { type StoredTip, describeTipDifferences } from './tip-differences.ts';

const maxBatchTips = 2_000;
const maxBatchMembers = 1_000;

/** An id that sorts before every other id. */
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Computes members' rows from their events and reports stored rows that differ. Works in batches of
 * members to limit memory.
 */
export class MemberVerifier {
  readonly #database: Queryable;
  readonly #fixtures: FixtureReplay;
  readonly #report: (problem: string) => void;
  readonly #restated = new RestatedPostChecker();
  readonly #seen = new Set<string>();
  #batch: MemberReplay[] = [];

  constructor(database: Queryable, fixtures: FixtureReplay, report: (problem: string) => void) {
    this.#database = database;
    this.#fixtures = fixtures;
    this.#report = report;
  }

  /** Applies the next event; all events of a member must be consecutive. */
  async add(event: ChainedEvent): Promise<void> {
    const id = event.chain.slice('member:'.length);
    let member = this.#batch.at(-1);
    if (member?.id !== id) {
      if (this.#isFull()) await this.#flush();
      member = this.#begin(id);
    }
    for (const problem of [this.#restated.add(event), member.add(event)]) {
      if (problem !== undefined) this.#report(problem);
    }
  }

  /** Compares the members of the last batch, and the members without events. */
  async finish(): Promise<void> {
    await this.#flush();
    for (const problem of this.#restated.finish()) this.#report(problem);
    const owned: [PgTable, PgColumn][] = [
      [tips, tips.ownerId],
      [tipsterRecords, tipsterRecords.memberId],
      [recordSlices, recordSlices.memberId],
      [follows, follows.memberId],
      [members, members.id],
    ];
    for (const [table, owner] of owned) {
      for (let last = lowestId; ;) {
        const page = await this.#database
          .selectDistinct({ id: owner })
          .from(table)
          .where(gt(owner, last))
          .orderBy(asc(owner))
          .limit(maxBatchMembers);
        for (const { id } of page) {
          last = String(id);
          if (!this.#seen.has(last)) this.#begin(last);
        }
        await this.#flush();
        if (page.length < maxBatchMembers) break;
      }
    }
  }

  #isFull(): boolean {
    const count = this.#batch.reduce((sum, { tips }) => sum + tips.size, 0);
    return count >= maxBatchTips || this.#batch.length >= maxBatchMembers;
  }

  #begin(id: string): MemberReplay {
    const member = new MemberReplay(id);
    this.#seen.add(id);
    this.#batch.push(member);
    return member;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const ids = batch.map(({ id }) => id);
    const names = await this.#compareMembers(batch, ids);
    const counted = await this.#compareTips(batch, ids);
    await this.#compareRecords(ids, names, counted);
    await this.#compareFollows(batch, ids, names);
  }

  /** Compares roles and deletions; returns the members' names by id. */
  async #compareMembers(
    batch: readonly MemberReplay[],
    ids: string[],
  ): Promise<Map<string, string>> {
    const rows = await this.#database.select().from(members).where(inArray(members.id, ids));
    const stored = new Map(rows.map((row) => [row.id, row]));
    const names = new Map<string, string>();
    for (const { id, role, isDeleted, hasNoPublicEffect } of batch) {
      const row = stored.get(id);
      const name = row && !row.deletedAt ? `${toDisplayName(row)} (${id})` : id;
      names.set(id, name);
      if (!row) {
        // A never activated account is replaced if another person verifies its email address.
        if (!hasNoPublicEffect)
          this.#report(`Member ${name} has events and is not there any more.`);
        continue;
      }
      const now = { role: row.role, isDeleted: row.deletedAt !== null };
      for (const problem of describeDifferingFields(`Member ${name}`, now, { role, isDeleted })) {
        this.#report(problem);
      }
    }
    return names;
  }

  async #compareTips(
    batch: readonly MemberReplay[],
    ids: string[],
  ): Promise<Map<string, ReplayedRecordTip[]>> {
    const counted = new Map<string, ReplayedRecordTip[]>(ids.map((id) => [id, []]));
    const missing = new Map(
      batch.flatMap((member) => [...member.tips.keys()].map((id) => [id, member] as const)),
    );
    for await (const stored of readStoredTips(this.#database, ids)) {
      const member = missing.get(stored.id);
      const tip = member?.tips.get(stored.id);
      if (!member || !tip) {
        this.#report(`Tip ${stored.id} is there, and nothing says that its owner posted it.`);
        continue;
      }
      missing.delete(stored.id);
      if (member.id !== stored.ownerId) this.#report(describeOwnerChange(stored.id, member));
      for (const problem of describeTipDifferences(stored, tip, this.#fixtures))
        this.#report(problem);
      counted.get(member.id)?.push({ tip, lastKickOff: stored.lastKickOff });
    }
    for (const [id, member] of missing) {
      const [elsewhere] = await this.#database
        .select({ ownerId: tips.ownerId })
        .from(tips)
        .where(eq(tips.id, id));
      const missingTip = `Tip ${id} was posted and is not there any more.`;
      this.#report(elsewhere ? describeOwnerChange(id, member) : missingTip);
    }
    return counted;
  }

  async #compareRecords(
    ids: string[],
    names: ReadonlyMap<string, string>,
    counted: ReadonlyMap<string, ReplayedRecordTip[]>,
  ): Promise<void> {
    const records = await this.#database
      .select()
      .from(tipsterRecords)
      .where(inArray(tipsterRecords.memberId, ids));
    const slices = await this.#database
      .select()
      .from(recordSlices)
      .where(inArray(recordSlices.memberId, ids));
    const recordByMember = new Map(records.map((record) => [record.memberId, record]));
    const slicesByMember = Map.groupBy(slices, ({ memberId }) => memberId);
    for (const [id, countedTips] of counted) {
      const stored = { record: recordByMember.get(id), slices: slicesByMember.get(id) ?? [] };
      const name = `The record of ${names.get(id)}`;
      for (const problem of describeRecordDifferences(name, stored, countedTips, this.#fixtures)) {
        this.#report(problem);
      }
    }
  }

  async #compareFollows(
    batch: readonly MemberReplay[],
    ids: string[],
    names: ReadonlyMap<string, string>,
  ): Promise<void> {
    const rows = await this.#database
      .select({ memberId: follows.memberId, tipsterId: follows.tipsterId })
      .from(follows)
      .where(and(inArray(follows.memberId, ids), eq(follows.following, true)));
    const stored = Map.groupBy(rows, ({ memberId }) => memberId);
    for (const { id, follows: followed } of batch) {
      const now = new Set(stored.get(id)?.map(({ tipsterId }) => tipsterId));
      for (const tipsterId of now) {
        if (followed.has(tipsterId)) continue;
        this.#report(`A follower of ${tipsterId} is made up: ${names.get(id)} never followed.`);
      }
      for (const tipsterId of followed) {
        if (now.has(tipsterId)) continue;
        this.#report(`A follower of ${tipsterId} is gone: ${names.get(id)} never left.`);
      }
    }
  }
}

function describeOwnerChange(tipId: string, { id }: MemberReplay): string {
  return `Tip ${tipId} of ${id} is somebody else's by now.`;
}

/** Yields tips of members with their legs, page by page. */
async function* readStoredTips(database: Queryable, ownerIds: string[]): AsyncGenerator<StoredTip> {
  for (let last = lowestId; ;) {
    const page = await database
      .select({
        ...getTableColumns(tips),
        ...textDigestColumns,
      })
      .from(tips)
      .where(and(inArray(tips.ownerId, ownerIds), gt(tips.id, last)))
      .orderBy(asc(tips.id))
      .limit(maxBatchTips);
    const ids = page.map(({ id }) => id);
    const rows =
      ids.length === 0
        ? []
        : await database
            .select()
            .from(legs)
            .where(inArray(legs.tipId, ids))
            .orderBy(asc(legs.position));
    const legsByTip = Map.groupBy(rows, ({ tipId }) => tipId);
    for (const tip of page) {
      last = tip.id;
      yield { ...tip, legs: legsByTip.get(tip.id) ?? [] };
    }
    if (page.length < maxBatchTips) return;
  }
}
