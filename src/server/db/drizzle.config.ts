import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/db/schema.ts', './src/server/db/proof-tables.ts'],
  out: './src/server/db/migrations',
  // The same as in database.ts, or queries ask for columns that migrations never made.
  casing: 'snake_case',
});
