import { readDotenv } from './platform/dotenv.ts';

// Loaded with --import by the server and its commands, so that a command under cron uses the
// database of the server. Variables of the environment override the file.
for (const [name, value] of Object.entries(readDotenv())) process.env[name] ??= value;
