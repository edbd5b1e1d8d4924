import { hasDemo, continueDemoSeason } from '../demo/season.ts';
import { confirmByRule } from '../desk/confirm-by-rule.ts';
import { sendMail } from '../mail/jobs.ts';
import { noticeKickOffs, removeOldNotices } from '../notices/write.ts';
import { removeOld } from './retention.ts';
import { sealHistory } from '../proof/log.ts';
import { sendPush, spreadNotice } from '../push/jobs.ts';
import { importOdds } from '../sources/odds-round.ts';
import { importResults } from '../sources/results.ts';
import { type Job, scheduledJob } from './job.ts';

const everyMinute = '* * * * *';

/** All background work. */
export const jobs: readonly Job[] = [
  sendMail,
  spreadNotice,
  sendPush,

  /** Ends games of the demo season and adds new ones. */
  scheduledJob('demo', '*/2 * * * *', async ({ settings, database, clock }) => {
    if (hasDemo(settings)) await continueDemoSeason(database, clock());
  }),

  scheduledJob('old-data', '7 * * * *', async ({ database, clock }) => {
    await removeOld(database, clock());
    await removeOldNotices(database, clock());
  }),

  /** Checks every five minutes whether the hourly checkpoint is due. */
  scheduledJob('checkpoints', '*/5 * * * *', async ({ database, settings, clock }) =>
    sealHistory(database, settings.proofSecret, clock()),
  ),

  scheduledJob('kick-offs', everyMinute, async ({ database, clock }) =>
    noticeKickOffs(database, clock()),
  ),

  /** Confirms tickets whose outcome is certain after the time of the settings. */
  scheduledJob('confirm', everyMinute, async ({ settings: { confirmAfterMinutes }, ...tools }) => {
    if (confirmAfterMinutes === null) return;
    await confirmByRule(tools.database, tools.clock(), confirmAfterMinutes);
  }),

  /** Odds before results, as both may come from one source, which has its own pause. */
  scheduledJob('sources', everyMinute, async ({ settings, ...tools }) => {
    const sourceTools = { ...tools, secret: settings.jwtSecret };
    if (settings.odds) await importOdds(sourceTools, settings.odds);
    if (settings.results) await importResults(sourceTools, settings.results);
  }),
];
