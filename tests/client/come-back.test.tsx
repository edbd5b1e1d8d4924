import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { comeBackTo, useKept } from '#client/come-back.ts';
import { patiently } from './support/a-screen.tsx';

/** A list whose rows come a moment after its page, two of them leading to one place. */
function Rows() {
  const [count, setCount] = useKept('rows', () => 2);
  const [there, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      <button onClick={() => setCount(count + 2)}>More</button>
      {there &&
        Array.from({ length: count }, (_, row) => (
          <Link key={row} to="/detail" data-number={row}>
            Row
          </Link>
        ))}
    </>
  );
}

function aSite() {
  const root = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
  });
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: Rows });
  const detail = createRoute({
    getParentRoute: () => root,
    path: '/detail',
    component: () => <h1>Detail</h1>,
  });
  history.replaceState(null, '', '/list');
  const router = createRouter({
    routeTree: root.addChildren([list, detail]),
    history: createBrowserHistory(),
    scrollRestoration: true,
  });
  comeBackTo(router);
  const place = document.createElement('div');
  document.body.append(place);
  const app = createRoot(place);
  app.render(<RouterProvider router={router} />);
  onTestFinished(() => {
    app.unmount();
    place.remove();
  });
}

const rows = () => [...document.querySelectorAll<HTMLAnchorElement>('main a')];

test('who comes back finds as many rows, the window where it was, and the link that was tapped', async () => {
  aSite();
  await vi.waitFor(() => expect(rows()).toHaveLength(2), patiently);
  document.querySelector('button')?.click();
  await vi.waitFor(() => expect(rows()).toHaveLength(4), patiently);
  scrollTo({ top: 900, behavior: 'instant' });

  rows()[2]?.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain('Detail'), patiently);
  scrollTo({ top: 0, behavior: 'instant' });
  history.back();

  await vi.waitFor(() => expect(rows()).toHaveLength(4), patiently);
  await vi.waitFor(() => expect(document.activeElement).toBe(rows()[2]), patiently);
  expect(scrollY).toBe(900);
});
