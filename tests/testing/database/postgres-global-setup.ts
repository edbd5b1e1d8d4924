import { providePostgres } from './postgres.ts';

/** Vitest and Playwright call this before their workers, and the returned function after them. */
export default providePostgres;
