import { isDemoEnabled, continueDemoSeason } from '../demo/season.ts';
import { confirmTipsByRule } from '../desk/rule-confirmation.ts';
import { sendMail } from '../mail/jobs.ts';
import { insertKickOffNotices, removeOldNotices } from '../notices/changes.ts';
import { removeOutdatedRows } from './retention.ts';
import { createCheckpoint } from '../proof/log.ts';
import { sendPush, fanOutNotice } from '../push/jobs.ts';
import { importOdds } from '../sources/odds-round.ts';
import { importResults } from '../sources/results.ts';
import { type Job, defineScheduledJob } from './job.ts';

const everyMinute = '* * * * *';

export const jobs: readonly Job[] = [
  sendMail,
  fanOutNotice,
  sendPush,

  /** Updates scores of the demo season and adds games. */
  defineScheduledJob('demo', '*/2 * * * *', async ({ settings, database, clock }) => {
    if (isDemoEnabled(settings)) await continueDemoSeason(database, clock());
  }),

  defineScheduledJob('old-data', '7 * * * *', async ({ database, clock }) => {
    await removeOutdatedRows(database, clock());
    await removeOldNotices(database, clock());
  }),

  /** Checks every five minutes whether the hourly checkpoint is due. */
  defineScheduledJob('checkpoints', '*/5 * * * *', async ({ database, settings, clock }) =>
    createCheckpoint(database, settings.proofSecret, clock()),
  ),

  defineScheduledJob('kick-offs', everyMinute, async ({ database, clock }) =>
    insertKickOffNotices(database, clock()),
  ),

  /** Confirms tips whose outcome has been certain for the configured number of minutes. */
  defineScheduledJob(
    'confirm',
    everyMinute,
    async ({ settings: { confirmAfterMinutes }, ...tools }) => {
      if (confirmAfterMinutes === null) return;
      await confirmTipsByRule(tools.database, tools.clock(), confirmAfterMinutes);
    },
  ),

  /** Imports odds before results, because both may use one source with a common pause. */
  defineScheduledJob('sources', everyMinute, async ({ settings, ...tools }) => {
    const sourceTools = { ...tools, secret: settings.jwtSecret };
    if (settings.odds) await importOdds(sourceTools, settings.odds);
    if (settings.results) await importResults(sourceTools, settings.results);
  }),
];
