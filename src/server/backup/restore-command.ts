import { withNamedDatabaseUrl } from '../db/command.ts';
import { runCommand, OperatorError } from '../platform/error-reports.ts';
import { restoreDatabase } from './restore.ts';

const usage = `Usage:
  npm run restore -- FILE    fills an empty database from a file that npm run backup wrote`;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new OperatorError(usage);
  await withNamedDatabaseUrl(process.env, console.log, async (url) => {
    const { tables, rows } = await restoreDatabase(url, file);
    console.log(
      `${rows} rows of ${tables} tables are back. npm run verify checks the history in them.`,
    );
  });
});
