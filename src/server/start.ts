import { buildSite } from './platform/build.ts';
import { expectNativePackages } from './platform/native-packages.ts';
import { OperatorError } from './platform/error-reports.ts';

// `npm start`: builds the site if needed, then runs the server.
try {
  await expectNativePackages();
  await buildSite((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('./main.ts');
