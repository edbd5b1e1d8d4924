import type { Api } from '../server/api.ts';

/** Returns all rows of all tables as one text, to search for data that must not be stored. */
export async function everythingIn({ database }: Pick<Api, 'database'>): Promise<string> {
  const { rows } = await database.$client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public'`,
  );
  const texts = [];
  for (const { name } of rows) {
    const table = await database.$client.query(`select t::text from ${name} as t`);
    texts.push(JSON.stringify(table.rows));
  }
  return texts.join('\n');
}
