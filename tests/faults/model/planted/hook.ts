import { registerHooks } from 'node:module';
import { kickOffBugs, plantedBugs, raceBugs } from './bugs.ts';
import { condition } from './content-bugs.ts';
import { plant } from './plant.ts';

// Imported first by a child process: changes the source as it is loaded, not on the disk.
const planted = process.env['FAULTS_PLANTED'];
const bugs = [...plantedBugs, ...kickOffBugs, ...raceBugs].filter(({ name }) => name === planted);
if (planted !== undefined && bugs.length === 0) {
  throw new Error(`There is no planted bug ${planted}.`);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes('/src/') || loaded.source === undefined || loaded.source === null)
      return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    return { ...loaded, source: plant([condition, ...bugs], text) };
  },
});
