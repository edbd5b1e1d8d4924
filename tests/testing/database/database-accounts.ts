import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';

import { atTheEnd } from '../server/clean-up.ts';
import { aDatabase, anEmptyDatabase } from './database.ts';

/** A PostgreSQL role with these attributes, dropped at the end of the test. */
export async function anAccount(rights = '') {
  const { database } = await aDatabase();
  const name = `account_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => database.execute(sql.raw(statement));
  await run(`create role ${name} login password 'secret' ${rights}`);
  atTheEnd(async () => void (await run(`drop owned by ${name}; drop role ${name}`)));
  const at = (url: string) => {
    const its = new URL(url);
    its.username = name;
    its.password = 'secret';
    return its.href;
  };
  return { name, run, at };
}

/** An empty database owned by a new role that has no other rights, as on a production site. */
export async function anOwnedDatabase(rights = '') {
  const account = await anAccount(rights);
  await account.run(`grant touchline_app to ${account.name}`);
  const url = await anEmptyDatabase(`owner ${account.name}`);
  return { ...account, url: account.at(url), superuserUrl: url };
}
