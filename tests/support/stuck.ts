import { existsSync } from 'node:fs';

// Loaded by a server that a test makes stuck: on SIGUSR2 its first thread does nothing for as long as that
// file is there.
const file = process.env['STUCK_WHILE'] ?? '';

process.on('SIGUSR2', () => {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(file)) Atomics.wait(nothing, 0, 0, 20);
});
