import { prepareDemoSeason } from './demo/season.ts';
import { createQueues } from './jobs/worker.ts';
import { jobs } from './jobs/jobs.ts';
import { isLastCheckpointSignedBy, createCheckpoint } from './proof/log.ts';
import type { Services } from './services.ts';
import { readRestUntil } from './sources/source-rounds.ts';

/** A task of every start with a writable database, after the migration and before requests. */
type StartupTask = (services: Services, report: (line: string) => void) => Promise<void>;

export const startupTasks: readonly StartupTask[] = [
  prepareQueues,
  prepareDemoSeason,
  createStartupCheckpoint,
  reportPausedSources,
];

/** Creates a checkpoint if one is due, and reports a changed signing key. */
async function createStartupCheckpoint(
  services: Services,
  report: (line: string) => void,
): Promise<void> {
  const { database, settings, clock } = services;
  if (!(await isLastCheckpointSignedBy(database, settings.proofSecret))) {
    report(
      'The history so far was signed with another key, and phones that saw it will say so. Nothing ' +
        'is lost. If that is not meant, put back PROOF_KEY or the file proof-key of DATA_DIR.',
    );
  }
  await createCheckpoint(database, settings.proofSecret, clock());
}

/** Reports sources that are paused after failures; a restart does not end the pause. */
async function reportPausedSources(
  { settings, database, clock }: Services,
  report: (line: string) => void,
): Promise<void> {
  const configured = [settings.odds, settings.results].flatMap((each) =>
    each ? [each.source] : [],
  );
  const lines = new Set<string>();
  for (const source of configured) {
    const rest = await readRestUntil({ database, clock, secret: settings.jwtSecret }, source);
    const until = rest?.toISOString();
    if (until)
      lines.add(`${source.host} failed and rests until ${until}; with a new key it does not.`);
  }
  for (const line of lines) report(line);
}

async function prepareQueues({ database }: Services): Promise<void> {
  await createQueues(database, jobs);
}
