import type { FastifyBaseLogger } from 'fastify';

import type { Database } from './db/database.ts';
import type { Standby } from './db/standby.ts';
import type { Limits } from './limits.ts';
import type { Settings } from './settings.ts';

/** What routes and jobs need from outside: handed in, so that a test can hand in its own. */
export type Services = {
  settings: Settings;
  database: Database;
  /** Answers lists where the settings name one. */
  standby?: Standby;
  /** The server's time; the only clock anything is judged by. */
  clock: () => Date;
  limits: Limits;
};

/** Work that goes on beside the requests, until it is stopped. */
export type Job = (services: Services, log: FastifyBaseLogger) => { stop: () => Promise<void> };
