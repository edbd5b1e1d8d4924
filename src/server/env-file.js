import { existsSync } from 'node:fs';

// Loaded with --import by what runs a site, so that a command of cron works on the same database as the
// server. Whatever the environment says itself counts.
if (existsSync('.env')) process.loadEnvFile('.env');
