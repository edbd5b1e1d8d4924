import * as contract from '#contract/desk.ts';
import { deskHistory, deskHistoryFile } from '#contract/desk-history.ts';

import { toFixture } from '../fixtures/presenter.ts';
import { searchEarlierFixtures } from '../fixtures/queries.ts';
import { type Operation, defineOperation, serveOperations } from '../operations/operation.ts';
import { linkNextPage } from '../platform/list-page.ts';
import { type RoutePlugin, serveRoute, serveWithEtag } from '../serve.ts';
import { readCorrectionPreview } from './correction-preview.ts';
import { correctLegs } from './corrections.ts';
import { confirmTipBatch, reopenTipBatch, type TipBatchProgress } from './confirmations.ts';
import { streamAuditCsv, readAuditEntries } from './history.ts';
import { readDeskWork } from './presenter.ts';
import type { BatchCursor } from './batches.ts';
import { setFixturePrices } from './prices.ts';
import { settleLegs } from './settlements.ts';
import { type ResultCursor, setFixtureResult } from './results.ts';

/** Operations of administrators on many tips, for single calls and batches. */
export const deskOperations: readonly Operation[] = [
  defineOperation(
    contract.setResult,
    (tx, { params, body, member, ...request }, progress?: ResultCursor) =>
      setFixtureResult(tx, { ...params, ...request, by: member.id }, body, progress),
  ),

  defineOperation(
    contract.setPrices,
    (tx, { params, body, member, ...request }, progress?: BatchCursor) =>
      setFixturePrices(tx, { ...params, ...request, by: member.id }, body, progress),
  ),

  defineOperation(
    contract.settleFixture,
    (tx, { params, body, member, ...request }, progress?: BatchCursor) =>
      settleLegs(tx, { ...params, ...request, by: member.id }, body, progress),
  ),

  defineOperation(
    contract.confirmTips,
    (tx, { body, member, ...request }, progress?: TipBatchProgress) =>
      confirmTipBatch(tx, { ...body, ...request, by: member.id }, progress),
  ),

  defineOperation(
    contract.reopenTips,
    (tx, { body, member, ...request }, progress?: TipBatchProgress) =>
      reopenTipBatch(tx, { ...body, ...request, by: member.id }, progress),
  ),

  defineOperation(
    contract.correctFixture,
    (tx, { params, body, member, ...request }, progress?: BatchCursor) =>
      correctLegs(tx, { ...params, ...request, by: member.id }, body, progress),
  ),
];

/** Routes of the desk, where administrators process tips by fixture. */
export const deskRoutes: RoutePlugin = async (app, services) => {
  const { database, clock } = services;

  serveOperations(app, services, deskOperations);

  // An open page requests this route every few seconds.
  serveWithEtag(app, contract.desk, async ({ member }) =>
    readDeskWork(database, { by: member.id, at: clock() }),
  );

  serveRoute(app, contract.earlierFixtures, async ({ query }) =>
    (await searchEarlierFixtures(database, query.search, clock())).map(toFixture),
  );

  serveRoute(app, contract.previewCorrection, async ({ params, query, member }) =>
    readCorrectionPreview(database, { ...params, ...query, by: member.id, at: clock() }),
  );

  serveRoute(app, deskHistory, async ({ query, request, reply }) => {
    const entries = await readAuditEntries(database, query);
    linkNextPage({ request, reply, limit: query.limit }, entries, ({ id }) => String(id));
    return entries;
  });

  serveRoute(app, deskHistoryFile, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="history.csv"')
      .send(streamAuditCsv(database, query)),
  );
};
