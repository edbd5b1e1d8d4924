import { config } from 'zod/mini';

// The content security policy forbids `new Function`, with which zod compiles schemas; even its
// feature test is reported as a violation. Must be imported before any module with a schema.
config({ jitless: true });
