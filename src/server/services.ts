import type { Database } from './db/database.ts';
import type { Standby } from './db/standby.ts';
import type { Limits } from './limits.ts';
import type { Settings } from './platform/settings.ts';

/** Dependencies of routes and jobs, which tests can replace. */
export type Services = {
  settings: Settings;
  database: Database;
  /** A standby database that serves lists; missing if the settings name none. */
  standby?: Standby;
  /** The clock for all times that rules compare or the database stores. */
  clock: () => Date;
  limits: Limits;
};
