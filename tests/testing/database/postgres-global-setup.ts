import { providePostgres } from './postgres.ts';

/**
 * Vitest and Playwright call this function before their workers, and its returned function after
 * them.
 */
export default providePostgres;
