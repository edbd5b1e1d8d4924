import './styles.css';
import { setUpScrollRestoration } from './scroll-restoration.ts';
import { countEntriesIn } from './ui/dialog/place.ts';
import { words } from './early.ts';
import { CrashPage } from './features/pages/crash-page.tsx';
import { captureInstallOffer } from './data/device/install.ts';
import { nameMissingParts } from './missing-part.ts';
import type { MessageDescriptor } from '@lingui/core';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { routeTree } from './route-tree.gen.ts';
import { guardAcrossTabs } from './session/guard.ts';
import { followTheme } from './session/theme.ts';
import { startFailure } from './start-failure.ts';

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Every page sets its own skeletons; a blank in between would only flicker.
  defaultPendingMs: 1000,
  // In the place of the page alone: what stands around it goes on, and pending operations are sent.
  defaultErrorComponent: CrashPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The heading of a page, for the layout that it stands in. */
    title?: MessageDescriptor;
    /** Whether it takes the room of two columns. */
    wide?: boolean;
  }
}

guardAcrossTabs(router);
setUpScrollRestoration(router);
countEntriesIn(router.history);
nameMissingParts();
captureInstallOffer();
followTheme();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
words.then(
  () => createRoot(root).render(<RouterProvider router={router} />),
  () => root.replaceChildren(startFailure(() => location.reload())),
);
