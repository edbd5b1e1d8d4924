import { loadClubs } from '#client/clubs.ts';
import { openEarly } from '#client/data/device/device.tsx';
import { followPageCache } from '#client/data/device/page-cache.ts';
import { loadStartLanguage } from '#client/data/language.ts';
import { settleLogin } from '#client/session/mirror.ts';
import { session } from '#client/session/session.ts';
import { makeFormats } from '#client/ui/formats.ts';

followPageCache();
// Imported before React, so that databases, catalogue and clubs load in parallel with it.
const opened = openEarly(session.get()?.memberId);
const settled = settleLogin();
const clubs = loadClubs();
// Fetched while the storage opens, because the route waits for it before it renders.
if (session.get() && location.pathname === '/') {
  import('#client/features/home/member-home.tsx').catch(() => undefined);
}

/** Settles when the catalogue is loaded, and the login and the storage are known. */
export const ready: Promise<void> = loadStartData();

async function loadStartData(): Promise<void> {
  const loaded = loadStartLanguage();
  void loaded.then(makeFormats, () => undefined);
  await Promise.allSettled([loaded, settled, opened, clubs]);
  return loaded;
}
