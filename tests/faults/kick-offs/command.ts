import { runSeeds } from '../seeds.ts';
import { kickOffBugs } from './bugs.ts';

await runSeeds({
  folder: 'kick-offs',
  what: 'schedules',
  usually: 60,
  failedWords: 'with a choice after kick-off',
  runners: 3,
  bugs: kickOffBugs,
  maxSeedsPerBug: 60,
});
