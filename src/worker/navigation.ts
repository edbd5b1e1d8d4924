import { isAppPath } from '#contract/site/pages.ts';

const calls = /^\/(?:api|odds|pictures|proof|assets|health)(?:\/|$)/;
/** The name of a file, which is not a page of the app. */
const file = /\.[A-Za-z0-9]{1,11}$/;

/** True if a navigation to a path is answered with the app's page; all others go to the network. */
export function isAppNavigation(path: string): boolean {
  return isAppPath(path) || !(calls.test(path) || file.test(path));
}

/**
 * The router API, missing in TypeScript's types: requests that the browser answers without the
 * worker.
 */
type WorkerInstallEvent = ExtendableEvent & {
  addRoutes?: (
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>;
};

/**
 * Routes requests that only the server answers past the worker, in browsers that support it: no
 * call waits for the worker to start, and none keeps a worker running that a new version replaces.
 */
export async function routePastWorker(event: WorkerInstallEvent): Promise<void> {
  const past = ['/api/*', '/odds/*', '/proof/*', '/health'];
  const rules = past.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  // In other browsers the worker gets these requests and does not handle them.
  await event.addRoutes?.(rules).catch(() => undefined);
}
