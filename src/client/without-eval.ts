import { config } from 'zod/mini';

// zod may compile shapes with `new Function`, which the content security policy forbids; its probe
// alone is reported as a violation. Every door through which shapes are loaded imports this first.
// It does not stand at the top of the app, because a first screen needs no shapes at all.
config({ jitless: true });
