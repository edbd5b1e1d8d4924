import { config } from 'zod/mini';

// zod may compile schemas with `new Function`, which the content security policy forbids; even its
// probe is reported as a violation. Every module that loads schemas imports this first; the app's
// entry does not, because a first screen needs no schemas.
config({ jitless: true });
