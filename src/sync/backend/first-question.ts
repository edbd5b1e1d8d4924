import type { PublicStore } from '../storage/public-store.ts';

type Parts = { store: PublicStore; fetch?: typeof fetch; origin?: string };

/**
 * Pings with minimal code, before the engine is loaded. Returns true if no response arrives; false
 * if this device knows no backend yet. Any response counts; the engine interprets it.
 */
export async function isUnanswered({
  store,
  fetch: ask = (...request) => fetch(...request),
  origin = location.origin,
}: Parts): Promise<boolean> {
  const base = baseIn((await store.documents.get('configuration'))?.value);
  if (base === undefined) return false;
  const asked = ask(new URL(`${base}/api/ping`, origin).href, {
    cache: 'no-store',
    credentials: 'omit',
  });
  const answer = await asked.catch(() => undefined);
  // An unread body would keep the connection open.
  await answer?.text().catch(() => undefined);
  return answer === undefined;
}

/** Checked without a schema: another build may have stored it. */
function baseIn(configuration: unknown): string | undefined {
  const known = typeof configuration === 'object' && configuration !== null;
  const base: unknown = known ? Reflect.get(configuration, 'apiBaseUrl') : undefined;
  return typeof base === 'string' ? base : undefined;
}
