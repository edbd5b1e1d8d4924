import { loadClubs } from '#client/clubs.ts';
import { openDatabases } from '#client/data/device/device.tsx';
import { releaseLocksInPageCache } from '#client/data/device/page-cache.ts';
import { loadStartLanguage } from '#client/data/language.ts';
import { reconcileLogin } from '#client/session/login-mirror.ts';
import { session } from '#client/session/session.ts';
import { warmUpFormats } from '#client/ui/formats.ts';

releaseLocksInPageCache();
// Imported before React, so that databases, catalogue and clubs load while React loads.
const opened = openDatabases(session.get()?.memberId);
const loginReconciled = reconcileLogin();
const clubs = loadClubs();
// Loaded early, because the route waits for this code before it renders.
if (session.get() && location.pathname === '/') {
  import('#client/features/home/member-home.tsx').catch(() => undefined);
}

/** Resolves when the catalogue is loaded and the state of login and storage is known. */
export const startDataReady: Promise<void> = loadStartData();

async function loadStartData(): Promise<void> {
  const loaded = loadStartLanguage();
  void loaded.then(warmUpFormats, () => undefined);
  await Promise.allSettled([loaded, loginReconciled, opened, clubs]);
  return loaded;
}
