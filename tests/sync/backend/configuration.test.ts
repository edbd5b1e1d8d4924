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
  test('contains the values of its two files, and defaults for missing ones', async () => {
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
    { what: 'without the configuration file', files: { env: environment } },
    { what: 'that is a portal’s page', files: { env: portal(), config: portal() } },
    {
      what: 'whose files are invalid',
      files: { env: { status: 200, text: '{"environ' }, config: configuration },
    },
    {
      what: 'whose file has another shape',
      files: { env: environment, config: { status: 200, body: { api: 1 } } },
    },
    {
      what: 'that names a file on another origin',
      files: { env: { status: 200, body: { environment: '../x' } } },
    },
  ])('$what is "Server error" at first, and later the last valid is used', async ({ files }) => {
    await using bad = await aSite(files);
    await using good = await aSite(whole);
    const { publicStore: store } = databases();
    const loads = (url: string) => loadConfiguration({ fetch, store, origin: url });

    await expect(loads(bad.url)).rejects.toThrow('Server error');
    await loads(good.url);

    expect(await loads(bad.url)).toMatchObject(configuration.body);
    expect(await loads(bad.url)).toMatchObject(configuration.body);
  });

  test('is reported as a lost connection, not as a server error, if the connection breaks', async () => {
    await using bad = await aSite({ env: 'break' });
    const { publicStore: store } = databases();

    await expect(loadConfiguration({ fetch, store, origin: bad.url })).rejects.toThrow(
      noConnectionText,
    );
  });

  test.each([
    { body: { error: { message: 'Closed for the night' } } },
    { body: { message: 'Closed for the night' } },
  ])('that is refused shows the server’s message: $body', async ({ body }) => {
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
  ])('with a link that a browser would execute is refused: %j', async (links) => {
    const config = { status: 200, body: { ...configuration.body, ...links } };
    await using site = await aSite({ env: environment, config });
    const { publicStore: store } = databases();

    const loading = loadConfiguration({ fetch, store, origin: site.url });

    await expect(loading).rejects.toThrow('Server error');
  });

  test('without any response does not delay a start that has a valid stored one', async () => {
    await using good = await aSite(whole);
    await using silent = await anHttpServer(() => 'never');
    const { publicStore: store } = databases();
    await loadConfiguration({ fetch, store, origin: good.url });

    const loaded = await loadConfiguration({ fetch, store, origin: silent.url });

    expect(loaded).toMatchObject(configuration.body);
  });

  test('that was changed is used from the next start on', async () => {
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

  test('is used although the device cannot store it', async () => {
    await using site = await aSite(whole);
    const { publicStore: store } = databases();
    store.close();

    const loaded = await loadConfiguration({ fetch, store, origin: site.url });

    expect(loaded).toMatchObject(configuration.body);
  });
});
