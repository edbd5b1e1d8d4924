import * as contract from '#contract/desk.ts';

import { toFixture } from '../fixtures/presenter.ts';
import { earlierFixtures } from '../fixtures/queries.ts';
import { type Operation, operation, serveOperations } from '../operations/operation.ts';
import { page } from '../platform/list-page.ts';
import { type Routes, serve, serveWithEtag } from '../serve.ts';
import { previewOf } from './correction-preview.ts';
import { correctLegs } from './corrections.ts';
import { confirmBatch, reopenBatch, type BatchResult } from './confirmations.ts';
import { auditLines, auditEntriesOf } from './history.ts';
import { deskFor } from './presenter.ts';
import type { BatchCursor } from './batches.ts';
import { setPricesOf } from './prices.ts';
import { settleLegs } from './settlements.ts';
import { type Renewed, setResultOf } from './results.ts';

/** The administrators' operations on many tickets, for single calls and batches. */
export const deskOperations: readonly Operation[] = [
  operation(contract.setResult, (tx, { params, body, member, ...request }, progress?: Renewed) =>
    setResultOf(tx, { ...params, ...request, by: member.id }, body, progress),
  ),

  operation(
    contract.setPrices,
    (tx, { params, body, member, ...request }, progress?: BatchCursor) =>
      setPricesOf(tx, { ...params, ...request, by: member.id }, body, progress),
  ),

  operation(
    contract.settleFixture,
    (tx, { params, body, member, ...request }, progress?: BatchCursor) =>
      settleLegs(tx, { ...params, ...request, by: member.id }, body, progress),
  ),

  operation(contract.confirmTips, (tx, { body, member, ...request }, progress?: BatchResult) =>
    confirmBatch(tx, { ...body, ...request, by: member.id }, progress),
  ),

  operation(contract.reopenTips, (tx, { body, member, ...request }, progress?: BatchResult) =>
    reopenBatch(tx, { ...body, ...request, by: member.id }, progress),
  ),

  operation(
    contract.correctFixture,
    (tx, { params, body, member, ...request }, progress?: BatchCursor) =>
      correctLegs(tx, { ...params, ...request, by: member.id }, body, progress),
  ),
];

/** Routes of the administrators' desk, which groups tickets by fixture. */
export const deskRoutes: Routes = async (app, services) => {
  const { database, clock } = services;

  serveOperations(app, services, deskOperations);

  // An open page polls this every few seconds.
  serveWithEtag(app, contract.desk, async ({ member }) =>
    deskFor(database, { by: member.id, at: clock() }),
  );

  serve(app, contract.earlierFixtures, async ({ query }) =>
    (await earlierFixtures(database, query.search, clock())).map(toFixture),
  );

  serve(app, contract.previewCorrection, async ({ params, query, member }) =>
    previewOf(database, { ...params, ...query, by: member.id, at: clock() }),
  );

  serve(app, contract.deskHistory, async ({ query, request, reply }) => {
    const entries = await auditEntriesOf(database, query);
    page({ request, reply, limit: query.limit }, entries, ({ id }) => String(id));
    return entries;
  });

  serve(app, contract.deskHistoryFile, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="history.csv"')
      .send(auditLines(database, query)),
  );
};
