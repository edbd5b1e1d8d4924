import * as z from 'zod/mini';
import { Configuration, Environment } from '#contract/site/site.ts';
import type { PublicStore } from '../storage/public-store.ts';

/** Thrown if the site cannot be configured; the message is the text that the spec requires. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Access to the two site files, and the store of the last valid configuration. */
export type ConfigurationDependencies = {
  fetch: typeof fetch;
  store: PublicStore;
  /** The site's own origin. */
  origin?: string;
};

/** The message of a `ConfigurationError` if no server answered. */
export const noConnectionText = 'No connection';

const timeoutMs = 10_000;

/**
 * Returns the stored configuration immediately and fetches a newer one for the next start, because
 * the start must not wait for a slow connection. If none is stored, waits for the fetch; throws a
 * `ConfigurationError` if the fetch fails.
 */
export async function loadConfiguration(parts: ConfigurationDependencies): Promise<Configuration> {
  const stored = await readStoredConfiguration(parts.store);
  const current = fetchConfiguration(parts);
  if (!stored) return current;
  current.catch(() => undefined);
  return stored;
}

/**
 * Fetches the environment file and the configuration that it names. A captive portal's page,
 * invalid JSON or a wrong shape throws.
 */
async function fetchConfiguration(parts: ConfigurationDependencies): Promise<Configuration> {
  try {
    const { environment } = await fetchSiteFile(parts, '/env.json', Environment);
    const configuration = await fetchSiteFile(parts, `/config.${environment}.json`, Configuration);
    await storeConfiguration(parts, { environment, configuration });
    return configuration;
  } catch (failure) {
    throw failure instanceof ConfigurationError ? failure : new ConfigurationError('Server error');
  }
}

async function fetchSiteFile<Shape extends z.ZodMiniType>(
  { fetch, origin = location.origin }: ConfigurationDependencies,
  path: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const response = await fetch(`${origin}${path}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new ConfigurationError(noConnectionText);
  });
  const json = tryParseJson(await response.text());
  if (!response.ok) throw new ConfigurationError(parseErrorText(json) ?? 'Server error');
  return z.parse(shape, json);
}

async function storeConfiguration(
  { store }: ConfigurationDependencies,
  { environment, configuration }: { environment: string; configuration: Configuration },
): Promise<void> {
  const now = Date.now();
  try {
    await store.documents.bulkPut([
      { name: 'environment', value: { environment }, fetchedAt: now },
      { name: 'configuration', value: configuration, fetchedAt: now },
    ]);
  } catch {
    // A full or missing database must not prevent a start with the fetched configuration.
  }
}

/** Reads the last valid configuration; undefined if absent or unreadable. */
export async function readStoredConfiguration(
  store: PublicStore,
): Promise<Configuration | undefined> {
  try {
    const stored = await store.documents.get('configuration');
    return Configuration.safeParse(stored?.value).data;
  } catch {
    return undefined;
  }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ErrorText = z.union([
  z.pipe(
    z.object({ error: z.object({ message: z.string() }) }),
    z.transform(({ error }) => error.message),
  ),
  z.pipe(
    z.object({ message: z.string() }),
    z.transform(({ message }) => message),
  ),
]);

function parseErrorText(json: unknown): string | undefined {
  return ErrorText.safeParse(json).data;
}
