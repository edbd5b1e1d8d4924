import { isPage } from '#contract/pages.ts';

const calls = /^\/(?:api|odds|pictures|proof|assets|health)(?:\/|$)/;
/** A file beside the app's page, or in a folder that is not the app's. */
const file = /\.[A-Za-z0-9]{1,11}$/;

/** Whether a navigation to a path is answered with the app's page; all others are left to the network. */
export function isInTheApp(path: string): boolean {
  return isPage(path) || !(calls.test(path) || file.test(path));
}

/** With what the library of types does not have: requests that the browser answers without the worker. */
type Installing = ExtendableEvent & {
  addRoutes?: (
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>;
};

/**
 * Sends what the server alone answers past the worker, where the browser can: no call waits for the
 * worker to be started, and none keeps one running that is to make way for a new version.
 */
export async function passBy(event: Installing): Promise<void> {
  const past = ['/api/*', '/odds/*', '/proof/*', '/health'];
  const rules = past.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  // A browser that cannot asks the worker, which lets them by.
  await event.addRoutes?.(rules).catch(() => undefined);
}
