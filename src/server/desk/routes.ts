import * as contract from '#contract/desk.ts';

import { toFixture } from '../fixtures/presenter.ts';
import { earlierFixtures } from '../fixtures/queries.ts';
import { type Operation, operationInParts, serveOperations } from '../operations/operation.ts';
import { page } from '../page.ts';
import { type Routes, serve, serveTagged } from '../serve.ts';
import { previewOf } from './correction-preview.ts';
import { correctLegs } from './corrections.ts';
import { confirmPart, reopenPart, type Treated } from './confirmations.ts';
import { deedLines, deedsOf } from './history.ts';
import { deskFor } from './presenter.ts';
import type { Part } from './parts.ts';
import { setPricesOf } from './prices.ts';
import { settleLegs } from './settlements.ts';
import { type Renewed, setResultOf } from './results.ts';

/** The administrators' operations on many tickets, for single calls and batches. */
export const deskOperations: readonly Operation[] = [
  operationInParts(
    contract.setResult,
    (tx, { params, body, member, ...asked }, progress?: Renewed) =>
      setResultOf(tx, { ...params, ...asked, by: member.id }, body, progress),
  ),

  operationInParts(contract.setPrices, (tx, { params, body, member, ...asked }, progress?: Part) =>
    setPricesOf(tx, { ...params, ...asked, by: member.id }, body, progress),
  ),

  operationInParts(
    contract.settleFixture,
    (tx, { params, body, member, ...asked }, progress?: Part) =>
      settleLegs(tx, { ...params, ...asked, by: member.id }, body, progress),
  ),

  operationInParts(contract.confirmTips, (tx, { body, member, ...asked }, progress?: Treated) =>
    confirmPart(tx, { ...body, ...asked, by: member.id }, progress),
  ),

  operationInParts(contract.reopenTips, (tx, { body, member, ...asked }, progress?: Treated) =>
    reopenPart(tx, { ...body, ...asked, by: member.id }, progress),
  ),

  operationInParts(
    contract.correctFixture,
    (tx, { params, body, member, ...asked }, progress?: Part) =>
      correctLegs(tx, { ...params, ...asked, by: member.id }, body, progress),
  ),
];

/** Routes of the administrators' desk, which groups tickets by fixture. */
export const deskRoutes: Routes = async (app, services) => {
  const { database, clock } = services;

  serveOperations(app, services, deskOperations);

  // An open page polls this every few seconds.
  serveTagged(app, contract.desk, async ({ member }) =>
    deskFor(database, { by: member.id, at: clock() }),
  );

  serve(app, contract.earlierFixtures, async ({ query }) =>
    (await earlierFixtures(database, query.search, clock())).map(toFixture),
  );

  serve(app, contract.previewCorrection, async ({ params, query, member }) =>
    previewOf(database, { ...params, ...query, by: member.id, at: clock() }),
  );

  serve(app, contract.deskHistory, async ({ query, request, reply }) => {
    const deeds = await deedsOf(database, query);
    page({ request, reply, limit: query.limit }, deeds, ({ id }) => String(id));
    return deeds;
  });

  serve(app, contract.deskHistoryFile, async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="history.csv"')
      .send(deedLines(database, query)),
  );
};
