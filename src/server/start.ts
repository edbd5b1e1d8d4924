import { buildSite } from './build.ts';
import { expectNativePackages } from './native-packages.ts';
import { StartRefused } from './start-refused.ts';

// What `npm start` runs: the site, built where that is needed, and then the server.
try {
  await expectNativePackages();
  await buildSite((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
await import('./main.ts');
