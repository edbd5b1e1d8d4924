import { existsSync } from 'node:fs';

// Preloaded into a server: after SIGUSR2, the main thread blocks while this file exists.
const file = process.env['STUCK_WHILE'] ?? '';

process.on('SIGUSR2', () => {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(file)) Atomics.wait(nothing, 0, 0, 20);
});
