import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { CrashPage } from './features/pages/crash-page.tsx';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { lazyNamed } from './ui/lazy-part.tsx';

const NotFoundPage = lazyNamed(() => import('./features/pages/error-page.tsx'), 'NotFoundPage');

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    // A parameter that the route does not know leaves the address.
    search: { strict: true },
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Every page sets its own skeletons; a blank in between would only flicker.
    defaultPendingMs: 1000,
    // In the place of the page alone: what stands around it goes on, and pending operations are sent.
    defaultErrorComponent: CrashPage,
    // A path that cannot be decoded matches no route, not even the one for unknown addresses.
    defaultNotFoundComponent: NotFoundPage,
  });
}
