import { config } from 'zod/mini';

// zod may compile schemas with `new Function`, which the content security policy forbids; even
// zod's test for it is reported as a violation. Every module that loads schemas imports this file
// first, except the app's entry, which needs no schemas.
config({ jitless: true });
