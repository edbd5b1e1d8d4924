import * as z from 'zod/mini';
import { Configuration, Environment } from '#contract/site.ts';
import { type Clock, deviceClock } from './clock.ts';
import type { PublicStore } from './public-store.ts';

/** The site's configuration, and the end of reading a newer one for the next start. */
export type LoadedConfiguration = { configuration: Configuration; renewed: Promise<void> };

/** The site could not be set up; its message is what the spec shows. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Where the two files come from, and where the last good ones are kept. */
export type ConfigurationParts = {
  fetch: typeof fetch;
  store: PublicStore;
  /** The site's own origin. */
  origin?: string;
  clock?: Clock;
};

/** How long each file may take. */
const patience = 10_000;

/**
 * The configuration this device has kept, at once: a line that hangs must not hold up the start.
 * It is read anew behind it, and a changed one serves from the next start. Where none is kept the
 * network's is waited for; when that cannot be had either, the server's error text or 'Server
 * error' is thrown.
 */
export async function loadConfiguration(parts: ConfigurationParts): Promise<LoadedConfiguration> {
  const kept = await keptConfiguration(parts.store);
  if (!kept) return { configuration: await readAnew(parts), renewed: Promise.resolve() };
  const renewed = readAnew(parts).then(
    () => undefined,
    () => undefined,
  );
  return { configuration: kept, renewed };
}

/**
 * Reads the environment file and the configuration it names. Anything but the two files in good
 * order (a portal's page, broken JSON, a wrong shape) counts as not had.
 */
async function readAnew(parts: ConfigurationParts): Promise<Configuration> {
  try {
    const { environment } = await read(parts, '/env.json', Environment);
    const configuration = await read(parts, `/config.${environment}.json`, Configuration);
    await keep(parts, { environment, configuration });
    return configuration;
  } catch (failure) {
    throw failure instanceof ConfigurationError ? failure : new ConfigurationError('Server error');
  }
}

async function read<Shape extends z.ZodMiniType>(
  { fetch, origin = location.origin, clock = deviceClock }: ConfigurationParts,
  path: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const deadline = new AbortController();
  const callOff = clock.after(patience, () => deadline.abort());
  try {
    const response = await fetch(`${origin}${path}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      cache: 'no-store',
      signal: deadline.signal,
    });
    const json = parsed(await response.text());
    if (!response.ok) throw new ConfigurationError(errorText(json) ?? 'Server error');
    return z.parse(shape, json);
  } finally {
    callOff();
  }
}

async function keep(
  { store, clock = deviceClock }: ConfigurationParts,
  { environment, configuration }: { environment: string; configuration: Configuration },
): Promise<void> {
  const now = clock.now();
  try {
    await store.documents.bulkPut([
      { name: 'environment', value: { environment }, fetchedAt: now },
      { name: 'configuration', value: configuration, fetchedAt: now },
    ]);
  } catch {
    // A full or missing database must not keep a site from starting that has just been read.
  }
}

/** The last good configuration, if this device has one and can read it. */
export async function keptConfiguration(store: PublicStore): Promise<Configuration | undefined> {
  try {
    const kept = await store.documents.get('configuration');
    const read = Configuration.safeParse(kept?.value);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
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

function errorText(json: unknown): string | undefined {
  const read = ErrorText.safeParse(json);
  return read.success ? read.data : undefined;
}
