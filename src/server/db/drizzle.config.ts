import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'schema',
    'record-tables',
    'auth-tables',
    'proof-tables',
    'notice-tables',
    'mail-tables',
    'pool-tables',
    'source-tables',
  ].map((name) => `./src/server/db/${name}.ts`),
  out: './src/server/db/migrations',
  // Must equal the casing in database.ts, or queries would use other column names than migrations.
  casing: 'snake_case',
});
