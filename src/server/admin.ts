import { closeDatabase, openDatabase } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { postgresAtHand } from './db/postgres-at-hand.ts';
import { setRole } from './members/role.ts';
import { readSettings } from './settings.ts';
import { StartRefused } from './start-refused.ts';

const usage = `Usage:
  npm run admin -- grant EMAIL     makes a registered member an administrator
  npm run admin -- revoke EMAIL    makes an administrator a member again`;

const roles = { grant: 'administrator', revoke: 'member' } as const;

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}

async function run(words: string[]): Promise<void> {
  const [task, email] = words;
  if ((task !== 'grant' && task !== 'revoke') || !email || words.length > 2) {
    throw new StartRefused(usage);
  }
  const settings = readSettings(process.env);
  const say = (line: string) => console.log(line);
  const postgres = settings.databaseUrl
    ? { url: settings.databaseUrl, stop: async () => undefined }
    : await postgresAtHand(settings.dataDir, say);
  try {
    await migrateDatabase(postgres.url);
    say(await change(postgres.url, email, roles[task]));
  } finally {
    await postgres.stop();
  }
}

async function change(
  url: string,
  email: string,
  role: 'member' | 'administrator',
): Promise<string> {
  const database = openDatabase({ url, connections: 1 });
  try {
    const changed = await setRole(database, email, role, new Date());
    if (!changed) {
      throw new StartRefused(`Nobody is registered as ${email}. Register first, then try again.`);
    }
    const named = role === 'member' ? 'a member' : 'an administrator';
    if (changed.before === role) return `${changed.email} is ${named} already.`;
    const waiting = role === 'administrator' && !changed.emailVerified;
    return (
      `${changed.email} is ${named} from now on.` +
      (waiting ? ' They have to activate their account by mail before they can act.' : '')
    );
  } finally {
    await closeDatabase(database);
  }
}
