import { isAppPath } from '#contract/site/pages.ts';

const serverPathPattern = /^\/(?:api|odds|pictures|proof|assets|health)(?:\/|$)/;
/** A path with a file extension, which is no page of the app. */
const fileNamePattern = /\.[A-Za-z0-9]{1,11}$/;

/** True if the worker answers a navigation with the app's page; the network answers others. */
export function isAppNavigation(path: string): boolean {
  return isAppPath(path) || !(serverPathPattern.test(path) || fileNamePattern.test(path));
}

/**
 * The router API, missing in TypeScript's types: the browser answers such requests without the
 * worker.
 */
type WorkerInstallEvent = ExtendableEvent & {
  addRoutes?: (
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>;
};

/**
 * Routes requests for the server past the worker, if the browser supports that: they do not wait
 * for the worker to start, and do not keep an old worker running.
 */
export async function routePastWorker(event: WorkerInstallEvent): Promise<void> {
  const past = ['/api/*', '/odds/*', '/proof/*', '/health'];
  const rules = past.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  // In other browsers the worker gets these requests and does not answer them.
  await event.addRoutes?.(rules).catch(() => undefined);
}
