import { existsSync } from 'node:fs';

// Loaded by a server in a test: on SIGUSR2 its main thread blocks while that file exists.
const file = process.env['STUCK_WHILE'] ?? '';

process.on('SIGUSR2', () => {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(file)) Atomics.wait(nothing, 0, 0, 20);
});
