import { prepareDemoSeason } from './demo/season.ts';
import { createQueues } from './jobs/worker.ts';
import { jobs } from './jobs/jobs.ts';
import { isSignedBy, sealHistory } from './proof/log.ts';
import type { Services } from './services.ts';
import { restOf } from './sources/turns.ts';

/** Something done once at every start, when the schema is there and before the first request. */
type StartupTask = (services: Services, say: (line: string) => void) => Promise<void>;

export const startupTasks: readonly StartupTask[] = [
  prepareQueues,
  prepareDemoSeason,
  beginProof,
  saySourceRests,
];

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

/** A restart does not make a failing source due at once; an operator who mends it is told. */
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

async function prepareQueues({ database }: Services): Promise<void> {
  await createQueues(database, jobs);
}
