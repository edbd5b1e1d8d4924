import './styles.css';
import { setUpScrollRestoration } from './startup/scroll-restoration.ts';
import { ready } from './startup/bootstrap.ts';
import { captureInstallOffer } from './data/device/install.ts';
import { nameMissingParts } from './startup/missing-part.ts';
import type { MessageDescriptor } from '@lingui/core';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createAppRouter } from './router.ts';
import { guardAcrossTabs } from './session/guard.ts';
import { followTheme } from './session/theme.ts';
import { keepSnapshots } from './startup/page-snapshots.ts';
import { startFailure } from './startup/start-failure.ts';

const router = createAppRouter();

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies the dialog that the entry belongs to. */
    dialog?: string;
  }
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The heading of a page, rendered by the layout. */
    title?: MessageDescriptor;
    /** Whether the page uses the width of two columns. */
    wide?: boolean;
  }
}

guardAcrossTabs(router);
setUpScrollRestoration(router);
nameMissingParts();
captureInstallOffer();
followTheme();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
ready.then(
  () => {
    createRoot(root).render(<RouterProvider router={router} />);
    keepSnapshots(root, router);
  },
  () => {
    document.getElementById('snapshot')?.remove();
    root.replaceChildren(startFailure(() => location.reload()));
  },
);
