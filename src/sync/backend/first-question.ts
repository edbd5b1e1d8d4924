import type { PublicStore } from '../storage/public-store.ts';

type Parts = { store: PublicStore; fetch?: typeof fetch; origin?: string };

/**
 * Whether nobody answers a ping: asked with no more code than this, before the engine has been read. False as well
 * where this device knows no backend yet. Any answer at all is one: what it means, the engine judges.
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
  // An answer that nobody reads would keep its connection.
  await answer?.text().catch(() => undefined);
  return answer === undefined;
}

/** Read with care: another build may have stored it. */
function baseIn(configuration: unknown): string | undefined {
  const known = typeof configuration === 'object' && configuration !== null;
  const base: unknown = known ? Reflect.get(configuration, 'apiBaseUrl') : undefined;
  return typeof base === 'string' ? base : undefined;
}
