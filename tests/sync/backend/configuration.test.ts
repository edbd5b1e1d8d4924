import { describe, expect, test } from 'vitest';
import { loadConfiguration, noConnectionText } from '#sync/backend/configuration.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { portal } from '../../testing/engine/a-backend.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { eventually } from '../../testing/clock/eventually.ts';

const environment = { status: 200, body: { environment: 'production' } };
const configuration = {
  status: 200,
  body: { apiBaseUrl: 'https://api.example.org', oddsBaseUrl: '/odds', bookmakers: ['Bet One'] },
};

/** A site that serves these two configuration files; a missing one is answered 404. */
function aSite(files: { env?: Reply; config?: Reply }) {
  const missing = { status: 404, text: 'Not found' };
  return anHttpServer(({ path }) => {
    if (path === '/env.json') return files.env ?? missing;
    return path === '/config.production.json' ? (files.config ?? missing) : missing;
  });
}

const whole = { env: environment, config: configuration };

describe('the configuration of a site', () => {
  test('is what its two files say, with what they leave out filled in', async () => {
    await using site = await aSite(whole);
    const { publicStore: store } = databases();

    const loaded = await loadConfiguration({ fetch, store, origin: site.url });

    expect(loaded).toMatchObject({
      ...configuration.body,
      oddsApiKey: '',
      minimumAge: 18,
    });
  });

  test.each([
    { what: 'without an environment file', files: { config: configuration } },
    { what: 'without the file it names', files: { env: environment } },
    { what: 'that answers with a portal’s page', files: { env: portal(), config: portal() } },
    {
      what: 'whose files are broken',
      files: { env: { status: 200, text: '{"environ' }, config: configuration },
    },
    {
      what: 'whose file has another shape',
      files: { env: environment, config: { status: 200, body: { api: 1 } } },
    },
    {
      what: 'that names a file elsewhere',
      files: { env: { status: 200, body: { environment: '../x' } } },
    },
  ])('$what is "Server error" at first, and the last good one later', async ({ files }) => {
    await using bad = await aSite(files);
    await using good = await aSite(whole);
    const { publicStore: store } = databases();
    const loads = (url: string) => loadConfiguration({ fetch, store, origin: url });

    await expect(loads(bad.url)).rejects.toThrow('Server error');
    await loads(good.url);

    expect(await loads(bad.url)).toMatchObject(configuration.body);
    expect(await loads(bad.url)).toMatchObject(configuration.body);
  });

  test('whose connection breaks says so, and is called no error of the server', async () => {
    await using bad = await aSite({ env: 'break' });
    const { publicStore: store } = databases();

    await expect(loadConfiguration({ fetch, store, origin: bad.url })).rejects.toThrow(
      noConnectionText,
    );
  });

  test.each([
    { body: { error: { message: 'Closed for the night' } } },
    { body: { message: 'Closed for the night' } },
  ])('that is refused shows the server’s words: $body', async ({ body }) => {
    await using site = await aSite({ env: { status: 503, body } });
    const { publicStore: store } = databases();

    await expect(loadConfiguration({ fetch, store, origin: site.url })).rejects.toThrow(
      'Closed for the night',
    );
  });

  test.each([
    { socialLinks: [{ name: 'Us', url: 'javascript:alert(1)' }] },
    { supportLinks: [{ name: 'Us', url: 'data:text/html,<script>alert(1)</script>' }] },
    { helplines: [{ country: 'GB', name: 'Help', url: 'javascript:alert(1)' }] },
  ])('that holds what a browser would run is no configuration: %j', async (links) => {
    const config = { status: 200, body: { ...configuration.body, ...links } };
    await using site = await aSite({ env: environment, config });
    const { publicStore: store } = databases();

    const loading = loadConfiguration({ fetch, store, origin: site.url });

    await expect(loading).rejects.toThrow('Server error');
  });

  test('that never comes does not hold up a start with the last good one at all', async () => {
    await using good = await aSite(whole);
    await using silent = await anHttpServer(() => 'never');
    const { publicStore: store } = databases();
    await loadConfiguration({ fetch, store, origin: good.url });

    const loaded = await loadConfiguration({ fetch, store, origin: silent.url });

    expect(loaded).toMatchObject(configuration.body);
  });

  test('that has changed serves from the next start', async () => {
    await using before = await aSite(whole);
    const changed = { ...configuration.body, bookmakers: ['Bet Two'] };
    await using after = await aSite({ env: environment, config: { status: 200, body: changed } });
    const { publicStore: store } = databases();
    const loads = (url: string) => loadConfiguration({ fetch, store, origin: url });
    await loads(before.url);

    const first = await loads(after.url);

    expect(first.bookmakers).toEqual(['Bet One']);
    await eventually(async () => expect((await loads(after.url)).bookmakers).toEqual(['Bet Two']));
  });

  test('serves though the device cannot store it', async () => {
    await using site = await aSite(whole);
    const { publicStore: store } = databases();
    store.close();

    const loaded = await loadConfiguration({ fetch, store, origin: site.url });

    expect(loaded).toMatchObject(configuration.body);
  });
});
