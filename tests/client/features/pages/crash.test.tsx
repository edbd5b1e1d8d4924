import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { CrashPage } from '#client/features/pages/crash-page.tsx';

/** Renders the whole app with a page that throws; the crash page has no layout around it. */
async function anAppThatFailsWith(error: Error): Promise<() => string> {
  await loadMessages('en', async () => ({ messages: {} }));
  const root = createRootRoute({
    component: () => {
      throw error;
    },
    errorComponent: CrashPage,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const container = document.createElement('div');
  document.body.append(container);
  const app = createRoot(container, { onCaughtError: () => undefined });
  app.render(<RouterProvider router={createRouter({ routeTree: root, history })} />);
  onTestFinished(() => {
    app.unmount();
    container.remove();
  });
  return () => container.textContent ?? '';
}

test.each([
  { error: new TypeError('Oh.'), shownText: 'What you saved on this phone is safe.' },
  {
    error: new DOMException('The connection was closed.', 'InvalidStateError'),
    shownText: 'Nothing is gone. The browser closed its storage',
  },
])(
  'a page that fails with $error.name says which data is safe and what to do',
  async ({ error, shownText }) => {
    const text = await anAppThatFailsWith(error);

    await expect.poll(text).toContain(shownText);
  },
);
