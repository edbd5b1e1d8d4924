import { deleteAccount, exportOwnData } from '#contract/accounts.ts';

import { attempts } from '../auth/attempts.ts';
import { passwordAsked } from '../auth/own-password.ts';
import { type Routes, serve } from '../serve.ts';
import { deleteOwnAccount } from './deletion.ts';
import { legsAsCsv, ownDataOf } from './export.ts';

/** A member takes what is theirs with them, or goes. */
export const ownDataRoutes: Routes = async (app, services) => {
  const { database, clock } = services;
  const exports = attempts(services, { name: 'export', most: 30, minutes: 60 });
  const askPassword = passwordAsked(services);

  serve(app, exportOwnData, async ({ query: { format }, member, reply }) => {
    await exports.count(member.id);
    const data = await ownDataOf(database, member, clock());
    const name = `touchline-${data.exportedAt.slice(0, 10)}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (format === 'json') return data;
    return reply.type('text/csv; charset=utf-8').send(legsAsCsv(data));
  });

  serve(app, deleteAccount, async ({ body, member }) => {
    await deleteOwnAccount(services, await askPassword(member.id, body.password));
    return { id: member.id };
  });
};
