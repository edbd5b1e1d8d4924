import type { FastifyBaseLogger } from 'fastify';

import { continueDemoSeason, hasDemo, prepareDemoSeason } from './demo/season.ts';
import { isReadOnly } from './db/failures.ts';
import { takeOdds } from './sources/odds-round.ts';
import { takeResults } from './sources/results.ts';
import { restOf } from './sources/turns.ts';
import { confirmByRule } from './desk/confirm-by-rule.ts';
import { sendMails } from './mail/queue.ts';
import { jobRounds, showRounds } from './metrics/counters.ts';
import { removeOld } from './old-data.ts';
import { noticeKickOffs, removeOldNotices } from './notices/write.ts';
import { pushNews } from './push/queue.ts';
import { isSignedBy, sealHistory } from './proof/log.ts';
import type { Job, Services } from './services.ts';

/** Something done once at every start, when the schema is there and before the first request. */
type StartupTask = (services: Services, say: (line: string) => void) => Promise<void>;

export const startupTasks: readonly StartupTask[] = [prepareDemoSeason, beginProof, saySourceRests];

/** A first checkpoint at once, and a word about a key that was exchanged. */
async function beginProof(services: Services, say: (line: string) => void): Promise<void> {
  const { database, settings, clock } = services;
  if (!(await isSignedBy(database, settings.proofSecret))) {
    say(
      'The history so far was signed with another key, and phones that saw it will say so. Nothing ' +
        'is lost. If that is not meant, put back PROOF_KEY or the file proof-key of DATA_DIR.',
    );
  }
  await sealHistory(database, settings.proofSecret, clock());
}

/** Whoever starts a server again to mend a source should know that it is not asked at once. */
async function saySourceRests(
  { settings, database, clock }: Services,
  say: (line: string) => void,
): Promise<void> {
  const asked = [settings.odds, settings.results].flatMap((each) => (each ? [each.source] : []));
  const lines = new Set<string>();
  for (const source of asked) {
    const rest = await restOf({ database, clock, secret: settings.jwtSecret }, source);
    const until = rest?.toISOString();
    if (until)
      lines.add(`${source.host} failed and rests until ${until}; with a new key it does not.`);
  }
  for (const line of lines) say(line);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Games of the demo season end and new ones come while the server runs. */
const playDemoSeason = every('demo', 2 * minute, async (services) => {
  if (hasDemo(services.settings)) await continueDemoSeason(services.database, services.clock());
});

/** Removes every hour what nobody asks for any more. */
export const removeOldInTime = every('old data', hour, async ({ database, clock }) => {
  await removeOld(database, clock());
  await removeOldNotices(database, clock());
});

/** What happened reaches phones within seconds, where the server has a key to push with. */
const pushInTime = every(
  'pushes',
  2 * second,
  async ({ settings: { vapid }, database, clock }, log) => {
    if (vapid) await pushNews({ database, clock, vapid, fetch: globalThis.fetch, log });
  },
);

/** What is asked of sources, one after the other: they may be one. How often, the sources decide. */
const askSourcesInTime = every('sources', minute, async ({ settings, database, clock }, log) => {
  const secret = settings.jwtSecret;
  const tools = { database, clock, secret, fetch: globalThis.fetch, log };
  if (settings.odds) await takeOdds(tools, settings.odds);
  if (settings.results) await takeResults(tools, settings.results);
});

/** Tickets whose outcome is certain are confirmed by rule, where the settings say after how long. */
const confirmInTime = every(
  'confirm',
  minute,
  async ({ settings: { confirmAfterMinutes }, ...services }) => {
    if (confirmAfterMinutes === null) return;
    await confirmByRule(services.database, services.clock(), confirmAfterMinutes);
  },
);

const tellKickOffs = every('kick-offs', minute, ({ database, clock }) =>
  noticeKickOffs(database, clock()),
);

/** Asked more often than once an hour: a server that starts again goes on where it was. */
const sealInTime = every('checkpoints', 5 * minute, ({ database, settings, clock }) =>
  sealHistory(database, settings.proofSecret, clock()),
);

export const jobs: readonly Job[] = [
  sendMails,
  playDemoSeason,
  removeOldInTime,
  sealInTime,
  tellKickOffs,
  confirmInTime,
  pushInTime,
  askSourcesInTime,
];

/** A job that does its work again and again, once at a time; its stop waits for the work under way. */
function every(
  name: string,
  pause: number,
  work: (services: Services, log: FastifyBaseLogger) => Promise<void>,
): Job {
  return (services, log) => {
    showRounds(name);
    let working: Promise<void> | undefined;
    const timer = setInterval(() => {
      working ??= work(services, log)
        .then(() => jobRounds.inc({ job: name, outcome: 'done' }))
        .catch((error: unknown) => {
          const waits = isReadOnly(error);
          jobRounds.inc({ job: name, outcome: waits ? 'waiting' : 'failed' });
          // A standby is said once, at its start, and by /health.
          if (!waits) log.warn({ err: error, job: name }, 'a job failed and is tried again later');
        })
        .finally(() => {
          working = undefined;
        });
    }, pause);
    return {
      async stop() {
        clearInterval(timer);
        await working;
      },
    };
  };
}
