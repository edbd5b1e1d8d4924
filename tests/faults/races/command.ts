import { runSeeds } from '../seeds.ts';
import { raceBugs } from './bugs.ts';

await runSeeds({
  folder: 'races',
  what: 'races',
  usually: 1000,
  failedWords: 'not as it should be',
  runners: 2,
  bugs: raceBugs,
  maxSeedsPerBug: 400,
});
