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
  // The router adds its own listener later, and stores the position in it.
  addEventListener('pagehide', releaseMessageSpace);
  return createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    // The router drops search parameters that a route does not know.
    search: { strict: true },
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Every page has its own skeletons; a blank page in between would flicker.
    defaultPendingMs: 1000,
    // Replaces only the page: the shell stays, and pending operations are sent.
    defaultErrorComponent: CrashPage,
    // A path that cannot be decoded matches no route, not even the one for unknown addresses.
    defaultNotFoundComponent: NotFoundPage,
  });
}
