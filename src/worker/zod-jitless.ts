import { config } from 'zod/mini';

// The content security policy forbids `new Function`, with which zod would compile its shapes; its
// mere probe is reported as a violation. Imported before anything that holds a shape.
config({ jitless: true });
