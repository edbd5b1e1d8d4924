import { fetchCatalogue } from '#sync/catalogue.ts';
import { openEarly } from './data/device.ts';
import { loadWords } from './data/words.ts';
import { session } from './session/session.ts';

// Imported before React, so that the databases and the words are on their way while it is read.
openEarly(session.get()?.memberId);

/** Settles when there are words to show. */
export const words: Promise<void> = loadWords('en', fetchCatalogue);
