import type { Database } from './db/database.ts';
import type { Standby } from './db/standby.ts';
import type { Limits } from './limits.ts';
import type { Settings } from './platform/settings.ts';

/** Dependencies of routes and jobs, which a test can replace. */
export type Services = {
  settings: Settings;
  database: Database;
  /** Serves lists if the settings name a standby. */
  standby?: Standby;
  /** The only clock of the server. */
  clock: () => Date;
  limits: Limits;
};
