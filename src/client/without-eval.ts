import { config } from 'zod/mini';

// zod may compile shapes with `new Function`, which the content security policy forbids; its probe
// alone is reported as a violation. Every module that loads shapes imports this first; the app's entry
// does not, since a first screen needs no shapes.
config({ jitless: true });
