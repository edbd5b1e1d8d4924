import { Readable } from 'node:stream';

import { deleteAccount, exportOwnData } from '#contract/account/accounts.ts';

import { createAttemptCounter } from '../auth/attempts.ts';
import { createPasswordCheck } from '../auth/own-password.ts';
import { type RoutePlugin, serveRoute } from '../serve.ts';
import { deleteOwnAccount } from './deletion.ts';
import { createOwnDataExport } from './export.ts';

/** Routes to export a member's data and to delete the account. */
export const ownDataRoutes: RoutePlugin = async (app, services) => {
  const { database, clock } = services;
  const exports = createAttemptCounter(services, { name: 'export', maxAttempts: 30, minutes: 60 });
  const checkPassword = createPasswordCheck(services);

  serveRoute(app, exportOwnData, async ({ query: { format }, member, reply }) => {
    await exports.count(member.id);
    const now = clock();
    const pieces = await createOwnDataExport(format, database, member, now);
    const name = `touchline-${now.toISOString().slice(0, 10)}.${format}`;
    const type = format === 'json' ? 'application/json' : 'text/csv';
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`)
      .send(Readable.from(pieces));
  });

  serveRoute(app, deleteAccount, async ({ body, member }) => {
    await deleteOwnAccount(services, await checkPassword(member.id, body.password));
    return { id: member.id };
  });
};
