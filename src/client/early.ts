import { openEarly } from './data/device.ts';
import { startSpeaking } from './data/language.ts';
import { settleLogin } from './session/mirror.ts';
import { session } from './session/session.ts';

// Imported before React, so that the databases and the words are on their way while it is read.
const opened = openEarly(session.get()?.memberId);
const settled = settleLogin();

/** Settles when there are words to show, and it is known who is here and what can be stored. */
export const words: Promise<void> = allThatAScreenNeeds();

async function allThatAScreenNeeds(): Promise<void> {
  const loaded = startSpeaking();
  await Promise.allSettled([loaded, settled, opened]);
  return loaded;
}
