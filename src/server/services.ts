import type { Database } from './db/database.ts';
import type { Standby } from './db/standby.ts';
import type { Limits } from './limits.ts';
import type { Settings } from './platform/settings.ts';

/** Dependencies of routes and jobs; tests can replace these. */
export type Services = {
  settings: Settings;
  database: Database;
  /** Present if the settings name a standby; serves lists. */
  standby?: Standby;
  /** The only clock that the server uses. */
  clock: () => Date;
  limits: Limits;
};
