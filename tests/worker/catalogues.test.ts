import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isCatalogueUrl, createCatalogueCache, separateCatalogues } from '#worker/catalogues.ts';
import { inMemoryCaches } from '../testing/phone/in-memory-caches.ts';

const origin = 'https://touchline.example';
const address = (language: string) => `${origin}/assets/i18n/${language}.json`;
const build = [
  { address: address('fr'), revision: 'f1' },
  { address: address('ar'), revision: 'a1' },
];

/** A site that serves the catalogues of these languages; the test can add languages later. */
function aSite(...languages: string[]) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    requested.push(input);
    const language = /([a-z]+)\.json$/.exec(input)?.[1] ?? '';
    if (!languages.includes(language)) throw new TypeError('Failed to fetch');
    return Response.json({ messages: { of: [language] } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { requested, lets: (language: string) => languages.push(language) };
}

describe('the list of files of the worker', () => {
  test('has a separate cache for all catalogues except English', () => {
    const english = { url: 'assets/i18n/en.json', revision: 'e1' };
    const script = { url: 'assets/app-x.js', revision: null };
    const french = { url: 'assets/i18n/fr.json', revision: 'f1' };

    const { precached, catalogues } = separateCatalogues(
      [script, english, french, 'index.html'],
      origin,
    );

    expect(precached).toEqual([script, english, 'index.html']);
    expect(catalogues).toEqual([{ address: address('fr'), revision: 'f1' }]);
  });

  test.each([
    ['/assets/i18n/fr.json', true],
    ['/assets/i18n/pt-BR.json', true],
    ['/assets/i18n/../fr.json', false],
    ['/assets/i18n/fr.json.br', false],
    ['/assets/i18n/', false],
    ['/api/tips', false],
  ])('checks whether %s is a catalogue', (path, expected) => {
    expect(isCatalogueUrl(new URL(path, origin))).toBe(expected);
  });
});

describe('the catalogues in the worker’s cache', () => {
  test('are available without a connection after the installation', async () => {
    const site = aSite('fr', 'ar');
    const words = createCatalogueCache(build, inMemoryCaches());

    await words.fetchAll();
    const fetched = site.requested.length;
    const cached = await (await words.answer(address('ar'))).json();

    expect(cached).toEqual({ messages: { of: ['ar'] } });
    expect(site.requested).toHaveLength(fetched);
  });

  test('do not delay the installation if one is missing, and are completed later', async () => {
    const site = aSite('fr');
    const words = createCatalogueCache(build, inMemoryCaches());

    await words.fetchAll();
    site.lets('ar');
    await words.fetchAll();

    expect(site.requested).toEqual([address('fr'), address('ar'), address('ar')]);
  });

  test('never contain a page of a captive portal', async () => {
    aSite();
    vi.stubGlobal('fetch', async () => {
      return new Response('<html></html>', { headers: { 'content-type': 'text/html' } });
    });
    const caches = inMemoryCaches();
    const words = createCatalogueCache(build, caches);
    await words.fetchAll();

    aSite('fr', 'ar');

    expect(await (await words.answer(address('fr'))).json()).toEqual({ messages: { of: ['fr'] } });
  });

  test('belong to the current build', async () => {
    aSite('fr', 'ar');
    const caches = inMemoryCaches();
    await caches.open('touchline-catalogue');
    await caches.open('touchline-pictures');
    await createCatalogueCache([{ address: address('fr'), revision: 'f0' }], caches).fetchAll();
    const words = createCatalogueCache(build, caches);

    await words.fetchAll();
    await words.deleteOthers();

    expect(await caches.keys()).toEqual(['touchline-pictures', 'touchline-catalogue-f1-a1']);
  });
});
