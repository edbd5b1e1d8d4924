import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { describe, expect, test } from 'vitest';
import { DeviceProvider } from '#client/data/device/device.tsx';
import { EngineContext } from '#client/data/device/engine-state.ts';
import { loadMessages } from '#client/data/language.ts';
import { createAppRouter } from '#client/router.ts';
import { routeTree } from '#client/route-tree.gen.ts';
import { parseSearch } from '#client/search-params.ts';
import { memberId } from '../../testing/engine/samples.ts';
import { aPhone } from '../../testing/components/a-screen.tsx';
import { eventually } from '../../testing/clock/eventually.ts';

// Removes the shell and the device of every page, which need a worker and a server.
routeTree.update({ component: Outlet });

const running = {
  engine: undefined,
  configuration: undefined,
  failure: undefined,
  retry: () => undefined,
};

/** Opens an address as an administrator; returns the page's heading and the final address. */
async function open(address: string): Promise<{ heading: string; href: string }> {
  const phone = aPhone();
  await phone.store.documents.put({
    name: 'profile',
    value: { id: memberId, email: 'a@example.org', role: 'administrator' },
    fetchedAt: 0,
  });
  await loadMessages('en', async () => ({ messages: {} }));
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  const container = document.createElement('div');
  document.body.append(container);
  const app = createRoot(container, { onCaughtError: () => undefined });
  const device = { publicStore: phone.publicStore, member: { id: memberId, store: phone.store } };
  app.render(
    <I18nProvider i18n={i18n}>
      <DeviceProvider device={device}>
        <EngineContext value={running}>
          <RouterProvider router={router} />
        </EngineContext>
      </DeviceProvider>
    </I18nProvider>,
  );
  try {
    const heading = await eventually(() => {
      const found = [...container.querySelectorAll('h1')].map((one) => one.textContent).join();
      expect(found).not.toBe('');
      return found;
    });
    return { heading, href: router.state.location.href };
  } finally {
    app.unmount();
    container.remove();
  }
}

const odd = encodeURIComponent;
/** Values that are JSON, that no text should contain, or that are properties of every object. */
const values = ['true', '42', '{"a":[1]}', '"5"', '2026-11', '\u0000', 'x'.repeat(500)].map(odd);

/** Every parameter that a route has, and an unknown one. */
const names = (
  'league view month search minOdds stars open state tip fixture game show by tab ' +
  'returnUrl aim tipster ticket option tips played figure check day __proto__'
).split(' ');

const queries = [
  ...values.map((value) => names.map((name) => `${name}=${value}`).join('&')),
  'search=1&search=2&%E0%A4%A=%E0%A4%A',
];

const routes = new Map(
  Object.entries(createAppRouter(createMemoryHistory()).routesByPath)
    .filter(([path]) => path !== '/$')
    .map(([path, route]) => [path.replace(/(.)\/$/, '$1').replace('/{-$token}', ''), route]),
);
const pages = [...routes.keys()];

/** The queries that the page's route parses to different values: others show the same page. */
function distinctQueries(path: string): string[] {
  const validate = routes.get(path)?.options.validateSearch;
  const parse = typeof validate === 'function' ? validate : () => ({});
  return [
    ...new Map(queries.map((query) => [JSON.stringify(parse(parseSearch(query))), query])).values(),
  ];
}

describe('a page at an odd address', () => {
  test('covers every page', () => {
    expect(pages.length).toBeGreaterThan(30);
    expect(pages).toContain('/admin/confirm-tickets');
  });

  test.each(pages.filter((path) => !path.includes('$')))(
    '%s shows the same page for all values of its parameters',
    async (path) => {
      const { heading, href } = await open(path);
      expect(href.split('?')[0]).toBe(path);
      for (const query of distinctQueries(path)) {
        const shown = { query, heading: (await open(`${path}?${query}`)).heading };
        expect(shown).toEqual({ query, heading });
      }
    },
  );

  const ids = ['a.b', 'true', '42', '%E0%A4%A', '%00', '..%2f..', '__proto__', 'x'.repeat(500)];
  test.each(
    pages.filter((path) => path.includes('$')).flatMap((path) => ids.map((id) => ({ path, id }))),
  )('$path renders for $id', async ({ path, id }) => {
    const { heading } = await open(path.replace(/\$\w+/, id));

    expect(heading).not.toBe('Something went wrong');
  });

  test.each([
    ['/errors/403', 'No access'],
    ['/errors/404', 'Page not found'],
    ['/errors/500', 'Server error'],
  ])('%s shows its heading: %s', async (address, heading) => {
    expect((await open(address)).heading).toBe(heading);
  });

  test('is not found if it cannot be decoded', async () => {
    expect((await open('/%E0%A4%A')).heading).toContain('Page not found');
  });

  test.each([
    ['/tips?search=true&minOdds=3&from=mail', '/tips?search=true&minOdds=3'],
    ['/admin/tickets?search=42&state=nonsense', '/admin/tickets?search=42'],
    ['/competitions?league=5&month=2026-11', '/competitions?league=5&view=tipsters&month=2026-11'],
  ])('%s keeps only known parameters', async (address, href) => {
    expect((await open(address)).href).toBe(href);
  });
});
