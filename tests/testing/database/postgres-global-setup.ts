import { providePostgres } from './postgres.ts';

/** Vitest and Playwright run it before their workers, and the returned function after them. */
export default providePostgres;
