import { providePostgres } from './postgres.ts';

/** What vitest and Playwright run before their workers and, with what it answers, after them. */
export default providePostgres;
