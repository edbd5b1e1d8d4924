import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

import { Checkpoint } from '#contract/proof/calls.ts';

import { withOpenDatabase } from '../db/command.ts';
import { readSettings } from '../platform/settings.ts';
import { runCommand, OperatorError } from '../platform/error-reports.ts';
import { verifyDatabase } from './verify.ts';

const usage = `Usage:
  npm run verify                    checks every tip of the database against its checkpoints
  npm run verify -- --seen FILE     and against checkpoints that somebody kept (/proof/checkpoints)`;

const CheckpointFile = z.union([
  z.array(Checkpoint),
  z.pipe(
    Checkpoint,
    z.transform((one) => [one]),
  ),
]);

async function runVerifyCommand(words: string[]): Promise<void> {
  const [option, file] = words;
  const seen = option === undefined ? [] : readCheckpointFile(option, file, words.length);
  await withOpenDatabase(readSettings(process.env), console.log, async (database) => {
    const { events, checkpoints, problems } = await verifyDatabase(database, seen);
    const all = `${events} events and ${checkpoints} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'}`;
    if (problems.length > 0) {
      throw new OperatorError(
        `${problems.join('\n')}\n\nOf ${all}, so much is not as it was written down. Nothing was ` +
          `changed. Keep this database, and compare it with a backup.`,
      );
    }
    console.log(`${all}: all is as it was written down.`);
  });
}

function readCheckpointFile(option: string, file: string | undefined, words: number): Checkpoint[] {
  if (option !== '--seen' || file === undefined || words > 2) throw new OperatorError(usage);
  try {
    return z.parse(CheckpointFile, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${file} holds no checkpoints: ${reason}`);
  }
}

await runCommand(() => runVerifyCommand(process.argv.slice(2)));
