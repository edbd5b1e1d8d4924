import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { readSettings } from '#server/settings.ts';

import { unlimited } from '../../support/limits.ts';
import { tell } from './child.ts';

// The server as it is, but for how much it takes of one member: a bench is a crowd of few.

const settings = readSettings(process.env);
const database = openDatabase({ url: settings.databaseUrl ?? '' });
const app = await buildApp({
  settings,
  database,
  clock: () => new Date(),
  limits: unlimited,
});
tell(await app.listen({ port: 0, host: '127.0.0.1' }));
