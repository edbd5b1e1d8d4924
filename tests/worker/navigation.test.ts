import { describe, expect, test } from 'vitest';
import { isAppNavigation, routePastWorker } from '#worker/navigation.ts';

const pathOf = (address: string) => new URL(address, 'https://touchline.test').pathname;

describe('a navigation', () => {
  test.each([
    ['/', 'home'],
    ['/tips/create', 'a page of the app'],
    ['/tips/details/0197-ab', 'a page with an id'],
    ['/apiary', 'a word that only begins like one of ours'],
    ['/healthy?next=/api/tips', 'a query that mentions the API'],
    ['/tips?file=report.json', 'a query that ends like a file'],
    [
      '/account/verify-email/eyJhbGciOi.eyJzdWIiOi.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      'a token',
    ],
    ['/tipster/profile/a.b', 'an id that ends like a file'],
    ['/tip/%E0%A4%A', 'an id that cannot be decoded'],
    ['/errors/500', 'an error page'],
    ['/fixture/2026.json', 'a game whose id ends like a file'],
  ])('to %s gets the app as response: %s', (address) => {
    expect(isAppNavigation(pathOf(address))).toBe(true);
  });

  test.each([
    ['/api', 'the API'],
    ['/api/docs', 'its documentation'],
    ['/api?x=1', 'the API with a query'],
    ['/odds/v3/sports', 'the odds'],
    ['/pictures/abc.webp', 'a picture'],
    ['/assets/i18n/en.json', 'a catalogue'],
    ['/health', 'the health check'],
    ['/health/ready', 'the health check'],
    ['/robots.txt', 'a file'],
    ['/env.json?fresh', 'a file with a query'],
    ['/manifest.webmanifest', 'the manifest'],
  ])('to %s is left to the network: %s', (address) => {
    expect(isAppNavigation(pathOf(address))).toBe(false);
  });
});

describe('requests to the API', () => {
  /** An install event whose `addRoutes` (static routing of service workers) is this function. */
  const installing = (addRoutes: (rules: unknown) => Promise<void>) =>
    Object.assign(new Event('install'), { waitUntil: () => undefined, addRoutes });

  test('bypass the worker, unlike requests for files and pictures', async () => {
    const registered: unknown[] = [];

    await routePastWorker(installing(async (rules) => void registered.push(rules)));

    const past = ['/api/*', '/odds/*', '/proof/*', '/health'];
    expect(registered).toEqual([
      past.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })),
    ]);
  });

  test('do not prevent the installation if the browser refuses static routes', async () => {
    const refused = routePastWorker(
      installing(async () => Promise.reject(new TypeError('no rules'))),
    );

    await expect(refused).resolves.toBeUndefined();
  });
});
