import { spawn, type SpawnOptions } from 'node:child_process';

/** A child process with its output. */
export type Spawned = ReturnType<typeof spawned>;

export function spawned(command: string, words: readonly string[], options: SpawnOptions) {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('output');
    });
  }
  /** Resolves to the exit code, or the signal that ended the process. */
  const ended = new Promise<number | NodeJS.Signals | null>((done) => {
    child.once('close', (code, signal) => done(code ?? signal));
  });

  /** Waits until the output contains a match; returns its first group, or the whole match. */
  async function says(words: RegExp): Promise<string> {
    return new Promise((done, fail) => {
      const look = () => {
        const found = words.exec(output);
        if (found) done(found[1] ?? found[0]);
      };
      child.on('output', look);
      look();
      void ended.then(() => fail(new Error(`It ended without ${String(words)}:\n${output}`)));
    });
  }

  return { child, ended, output: () => output, says };
}

/** Matches the line that a listening server prints. */
export const listening = /^(?:Touchline|PostgreSQL) is at (.*)$/m;
