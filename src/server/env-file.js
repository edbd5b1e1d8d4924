import { readDotenv } from './platform/dotenv.ts';

// Loaded by --import for the server and all commands, so that a command under cron uses the
// server's database. Existing environment variables override the file.
for (const [name, value] of Object.entries(readDotenv())) process.env[name] ??= value;
