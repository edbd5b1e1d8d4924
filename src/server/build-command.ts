import { buildSite } from './build.ts';
import { StartRefused } from './start-refused.ts';

// The site as a start builds it, with every file packed for its transfer.
try {
  await buildSite((line) => console.log(line));
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}
