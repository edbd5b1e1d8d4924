import './styles.css';
import { setUpScrollRestoration } from './startup/scroll-restoration.ts';
import { startDataReady } from './startup/bootstrap.ts';
import { captureInstallPrompt } from './data/device/install.ts';
import { renameMissingChunkErrors } from './startup/missing-chunk.ts';
import type { MessageDescriptor } from '@lingui/core';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createAppRouter } from './router.ts';
import { rerunGuardsOnLoginChange } from './session/guard.ts';
import { watchTheme } from './session/theme.ts';
import { storePageSnapshots } from './startup/page-snapshots.ts';
import { createStartFailurePage } from './startup/start-failure.ts';

const router = createAppRouter();

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies the dialog that added this history entry. */
    dialog?: string;
  }
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The heading of a page; the layout renders it. */
    title?: MessageDescriptor;
    /** True if the page is wide enough for two columns. */
    wide?: boolean;
  }
}

rerunGuardsOnLoginChange(router);
setUpScrollRestoration(router);
renameMissingChunkErrors();
captureInstallPrompt();
watchTheme();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
startDataReady.then(
  () => {
    createRoot(root).render(<RouterProvider router={router} />);
    storePageSnapshots(root, router);
  },
  () => {
    document.getElementById('snapshot')?.remove();
    root.replaceChildren(createStartFailurePage(() => location.reload()));
  },
);
