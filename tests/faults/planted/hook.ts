import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { plantedBugs } from './all.ts';
import { plant } from './planted-bug.ts';

// Loaded before anything else in a process of its own: the source on the disk stays as it is.
const bug = plantedBugs.find(({ name }) => name === process.env['FAULTS_PLANTED']);
if (!bug) throw new Error(`There is no planted bug ${process.env['FAULTS_PLANTED']}.`);
const address = pathToFileURL(join(import.meta.dirname, '../../..', bug.file)).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url !== address || loaded.source === undefined || loaded.source === null) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    return { ...loaded, source: plant(bug, text) };
  },
});
