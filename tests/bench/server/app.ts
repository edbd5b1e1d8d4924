import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { readSettings } from '#server/platform/settings.ts';

import { unlimited } from '../../testing/server/limits.ts';
import { reportTo } from './child.ts';

// The real server with higher limits per member, because the benchmark has few members.

const settings = readSettings(process.env);
const database = openDatabase({ url: settings.databaseUrl ?? '' });
const app = await buildApp({
  settings,
  database,
  clock: () => new Date(),
  limits: unlimited,
});
reportTo(await app.listen({ port: 0, host: '127.0.0.1' }));
