import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountApi } from '#client/data/account/account-api.ts';
import { loadMessages } from '#client/data/language.ts';
import { Configuration } from '#contract/site/site.ts';

const form = {
  email: 'ada@example.org',
  userName: 'ada',
  phoneNumber: '+2348012345678',
  password: 'correct horse battery',
  password_confirmation: 'correct horse battery',
  ageConfirmed: true,
} as const;

/** A backend that gives these responses and records its requests. */
function aBackend(answers: Record<string, () => Response>) {
  const requests: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : input.toString();
    const path = new URL(address).pathname;
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    requests.push({ path, body });
    const answer = answers[path];
    if (!answer) throw new TypeError('Failed to fetch');
    return Object.defineProperty(answer(), 'url', { value: address });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const configuration = Configuration.parse({
    apiBaseUrl: 'http://api.test',
    oddsBaseUrl: '/odds',
  });
  return { requests, calls: createAccountApi(configuration) };
}

const nothingHere = () => Response.json({ message: 'Not found' }, { status: 404 });
const pong = () => Response.json({ name: 'touchline', serverTime: '2026-03-01T10:00:00.000Z' });

describe('a login', () => {
  const credentials = { email: 'ada@example.org', password: 'ground-control-7' };

  test.each([
    { answer: 'an empty body', response: () => new Response('', { status: 500 }) },
    {
      answer: 'a page',
      response: () =>
        new Response('<h1>Error</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
    },
    {
      answer: 'a proxy’s page',
      response: () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    },
  ])('that is answered with an error and $answer shows a general message', async ({ response }) => {
    await loadMessages('en', async () => ({ messages: {} }));
    const { calls } = aBackend({ '/api/auth': response });

    expect(await calls.logIn({ ...credentials, rememberMe: false })).toEqual({
      kind: 'refused',
      code: 'internal',
      message: 'Something went wrong on the server’s side. Try again a little later.',
    });
  });

  test('behind a captive portal counts as a request without a response', async () => {
    const portal = () => new Response('<h1>Log in</h1>', { status: 511 });
    const { calls } = aBackend({ '/api/auth': portal });

    expect(await calls.logIn({ ...credentials, rememberMe: false })).toEqual({
      kind: 'unreachable',
    });
  });
});

describe('a registration', () => {
  test('at a spec-only backend succeeds on an empty response, and sends only the spec’s fields', async () => {
    const { calls, requests } = aBackend({
      '/api/ping': nothingHere,
      '/api/users': () => new Response('', { status: 200 }),
    });

    expect(await calls.register(form)).toEqual({ kind: 'ok' });
    expect(requests.at(-1)?.path).toBe('/api/users');
    expect(requests.at(-1)?.body).not.toHaveProperty('ageConfirmed');
  });

  test('at a Touchline backend confirms the age of the member', async () => {
    const { calls, requests } = aBackend({
      '/api/ping': pong,
      '/api/users': () => Response.json({ message: 'Look into your mail.' }),
    });

    expect(await calls.register(form)).toEqual({ kind: 'ok' });
    expect(requests.at(-1)?.body).toMatchObject({ ageConfirmed: true });
  });

  test('behind a captive portal does not count as successful', async () => {
    const portal = () => new Response('', { status: 200 });

    const { calls } = aBackend({ '/api/ping': portal, '/api/users': portal });

    expect(await calls.register(form)).toEqual({ kind: 'unreachable' });
  });
});
