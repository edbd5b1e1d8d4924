import { readDotenv } from './platform/dotenv.ts';

// Loaded with --import by what runs a site, so that a command of cron works on the same database as the
// server. Whatever the environment says itself counts.
for (const [name, value] of Object.entries(readDotenv())) process.env[name] ??= value;
