import { config } from 'zod/mini';

// The content security policy forbids `new Function`, which zod uses to compile schemas; even zod's
// feature test is reported. Must be imported before any module with a schema.
config({ jitless: true });
