import { hasDemo, continueDemoSeason } from '../demo/season.ts';
import { confirmByRule } from '../desk/confirm-by-rule.ts';
import { removeSentMails } from '../mail/queue.ts';
import { sendMail } from '../mail/jobs.ts';
import { noticeKickOffs, removeOldNotices } from '../notices/write.ts';
import { removeOld } from './retention.ts';
import { sealHistory } from '../proof/log.ts';
import { sendPush, spreadNotice } from '../push/jobs.ts';
import { importOdds } from '../sources/odds-round.ts';
import { importResults } from '../sources/results.ts';
import { type Job, scheduledJob } from './job.ts';

const everyMinute = '* * * * *';

/** All work beside requests. */
export const jobs: readonly Job[] = [
  sendMail,
  spreadNotice,
  sendPush,

  /** Games of the demo season end and new ones come while the server runs. */
  scheduledJob('demo', '*/2 * * * *', async ({ settings, database, clock }) => {
    if (hasDemo(settings)) await continueDemoSeason(database, clock());
  }),

  scheduledJob('old-data', '7 * * * *', async ({ database, clock }) => {
    await removeOld(database, clock());
    await removeOldNotices(database, clock());
    await removeSentMails(database, clock());
  }),

  /** More often than the checkpoints, one an hour: a server that starts again goes on where it was. */
  scheduledJob('checkpoints', '*/5 * * * *', async ({ database, settings, clock }) =>
    sealHistory(database, settings.proofSecret, clock()),
  ),

  scheduledJob('kick-offs', everyMinute, async ({ database, clock }) =>
    noticeKickOffs(database, clock()),
  ),

  /** Tickets whose outcome is certain, where the settings say after how long. */
  scheduledJob('confirm', everyMinute, async ({ settings: { confirmAfterMinutes }, ...tools }) => {
    if (confirmAfterMinutes === null) return;
    await confirmByRule(tools.database, tools.clock(), confirmAfterMinutes);
  }),

  /** Odds, then results: they may come from one source. How often, the sources decide. */
  scheduledJob('sources', everyMinute, async ({ settings, ...tools }) => {
    const sourceTools = { ...tools, secret: settings.jwtSecret };
    if (settings.odds) await importOdds(sourceTools, settings.odds);
    if (settings.results) await importResults(sourceTools, settings.results);
  }),
];
