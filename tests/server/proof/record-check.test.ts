import { afterEach, describe, expect, test } from 'vitest';

import type { RecordWindow } from '#domain/record.ts';
import { createApi } from '#sync/backend/api.ts';
import { checkRecord, type RecordCheck, type RecordCheckProgress } from '#sync/record-check.ts';

import { plantedIn, type Found } from './planted-records.ts';
import { aSeason } from './season.ts';
import { anHourLater, bend } from './support.ts';

const season = await aSeason();
const { community, lost } = season;
const site = await community.api.app.listen({ host: '127.0.0.1', port: 0 });

/** Checks a tipster's record on an anonymous phone over HTTP. */
async function check(tipster: string, window: RecordWindow = 'all') {
  const progress: RecordCheckProgress[] = [];
  let requests = 0;
  const api = createApi({
    baseUrl: site,
    origin: site,
    token: () => undefined,
    fetch: async (...request) => {
      requests += 1;
      return fetch(...request);
    },
  });
  const outcome = await checkRecord(
    {
      api,
      serverNow: community.clock,
      signal: new AbortController().signal,
      onProgress: (step) => progress.push(step),
      waitForPaint: async () => undefined,
      checkedTips: new Map(),
    },
    tipster,
    window,
  );
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  return { ...outcome.check, progress, requests };
}

/** Returns all faults in a form that tests can compare. */
function found({ tips, hidden, differences }: RecordCheck): Found[] {
  return [
    ...[...tips, ...hidden].flatMap(({ id, faults }) =>
      faults.map((fault) => ({ tip: id, fault })),
    ),
    ...differences.map(({ figure }) => ({ figure })),
  ];
}

const tables = ['tips', 'legs', 'fixtures', 'record_slices', 'audit', 'checkpoints'];
await bend(community, tables.map((name) => `create table kept_${name} as table ${name}`).join(';'));

/** Returns statements that restore a table's rows, without generated columns. */
async function restoring(name: string): Promise<string> {
  const { rows } = await community.api.database.$client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [name],
  );
  const columns = rows[0]?.columns;
  return `delete from ${name};
    insert into ${name} (${columns}) overriding system value select ${columns} from kept_${name}`;
}

describe('a season without faults', () => {
  test.each(['30d', '90d', 'all'] as const)(
    'verifies every tip and figure of every tipster over %s',
    async (window) => {
      const { rows } = await community.api.database.$client.query<{ id: string }>(
        'select distinct owner_id as id from tips where copied_from is null',
      );
      expect(rows.length).toBeGreaterThan(3);
      for (const { id } of rows) {
        const checked = await check(id, window);

        expect(found(checked)).toEqual([]);
        expect(checked.signaturesChecked).toBe(true);
        expect(checked.tips.every(({ isInCheckpoint }) => isInCheckpoint)).toBe(true);
      }
    },
  );

  test('takes a bounded number of requests and reports progress', async () => {
    const { tips, progress, requests } = await check(lost.tipster);

    expect(tips.length).toBeGreaterThan(10);
    expect(requests).toBeLessThanOrEqual(4 + Math.ceil(tips.length / 50));
    expect(progress.at(0)).toEqual({ checked: 0, total: undefined });
    expect(progress.at(-1)?.checked).toBe(progress.at(-1)?.total);
  });
});

describe('a phone detects', () => {
  afterEach(async () => {
    await bend(community, (await Promise.all(tables.map(restoring))).join(';'));
  });

  test.each(plantedIn(season))('$what', async ({ statement, finds }) => {
    await bend(community, statement);

    expect(found(await check(lost.tipster))).toContainEqual(finds);
  });
});

test('a phone detects a tip inserted after its game with an earlier time', async () => {
  const id = '0195a000-0000-7000-8000-000000000002';
  await bend(
    community,
    `insert into tips (id, owner_id, created_at, expires_at, last_kick_off, confirmed_at, outcome, cursor)
      select '${id}', owner_id, created_at, expires_at, last_kick_off, confirmed_at, outcome, 1
      from tips where id = '${lost.id}';
    insert into legs (tip_id, position, fixture_id, odds_id, odd, kick_off_odd, result)
      select '${id}', position, fixture_id, odds_id, odd, kick_off_odd, result
      from legs where tip_id = '${lost.id}';
    set session_replication_role = default;
    insert into audit (at, actor_id, action, subject, before, after, reason, own)
      select at, actor_id, action, 'tip:${id}', before, after, reason, own
      from audit where subject = 'tip:${lost.id}' order by position`,
  );
  await anHourLater(community);

  expect(found(await check(lost.tipster))).toContainEqual({ tip: id, fault: 'late' });
});
