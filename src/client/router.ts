import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { CrashPage } from './features/pages/crash-page.tsx';
import { releaseMessageSpace } from './startup/page-scroll.ts';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { createLazyComponent } from './ui/lazy-content.tsx';

const NotFoundPage = createLazyComponent(
  () => import('./features/pages/error-page.tsx'),
  'NotFoundPage',
);

export function createAppRouter(history?: RouterHistory) {
  // Registered before the router's own listener, which stores the scroll position.
  addEventListener('pagehide', releaseMessageSpace);
  return createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    // Removes search parameters that a route does not know.
    search: { strict: true },
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Pages have their own placeholders; a blank pending page would flicker, so it comes late.
    defaultPendingMs: 1000,
    // An error replaces only the page: the frame stays, and pending operations are still sent.
    defaultErrorComponent: CrashPage,
    // A path that cannot be decoded matches no route, not even the catch-all route.
    defaultNotFoundComponent: NotFoundPage,
  });
}
