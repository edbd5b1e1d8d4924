import type { FastifyBaseLogger } from 'fastify';

import { playDemoSeason, prepareDemoSeason } from './fixtures/demo-preparation.ts';
import { sendMails } from './mail/sender.ts';
import { forgetInTime } from './operations/forgetting.ts';
import type { Services } from './services.ts';

/** Something done once at every start, when the schema is there and before the first request. */
export type Preparation = (services: Services, say: (line: string) => void) => Promise<void>;

/** Work that goes on beside the requests, until it is stopped. */
export type Chore = (services: Services, log: FastifyBaseLogger) => { stop: () => Promise<void> };

export const preparations: readonly Preparation[] = [prepareDemoSeason];

export const chores: readonly Chore[] = [sendMails, playDemoSeason, forgetInTime];
