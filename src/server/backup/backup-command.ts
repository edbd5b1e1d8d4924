import { withNamedDatabaseUrl } from '../db/command.ts';
import { runCommand, OperatorError } from '../platform/error-reports.ts';
import { backUpDatabase } from './backup.ts';

const usage = `Usage:
  npm run backup -- FILE    writes all of the database into a new file, while the server goes on`;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new OperatorError(usage);
  await withNamedDatabaseUrl(process.env, console.log, async (url) => {
    const { tables, rows } = await backUpDatabase(url, file, new Date());
    console.log(
      `${file} holds ${rows} rows of ${tables} tables. Keep it where only you can read it.`,
    );
  });
});
