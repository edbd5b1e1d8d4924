import { setTimeout } from 'node:timers/promises';
import { SessionReply } from '#contract/account/accounts.ts';
import { fixtureList, type Fixture } from '#contract/fixtures/fixtures.ts';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';

/** A member who calls the API directly, to prepare data for a journey. */
export type Caller = {
  memberId: string;
  token: string;
  get: (path: string) => Promise<unknown>;
  post: (path: string, body: unknown) => Promise<unknown>;
  put: (path: string, body?: unknown) => Promise<unknown>;
  delete: (path: string) => Promise<unknown>;
};

/** Logs a member in over the API. */
export async function aCaller(origin: string, email: string, password: string): Promise<Caller> {
  const anonymous = callerWith(origin);
  const { access_token: token, userId } = SessionReply.parse(
    await anonymous('POST', '/api/auth', { email, password }),
  );
  const call = callerWith(origin, token);
  return {
    memberId: userId,
    token,
    get: async (path) => call('GET', path),
    post: async (path, body) => call('POST', path, body),
    put: async (path, body) => call('PUT', path, body),
    delete: async (path) => call('DELETE', path),
  };
}

/** Returns scheduled games that kick off in more than a day, so none starts during a test. */
async function gamesAhead(origin: string): Promise<Fixture[]> {
  const { fixtures } = fixtureList.reply.parse(await callerWith(origin)('GET', fixtureList.path));
  const soon = Date.now() + 24 * 60 * 60_000;
  return fixtures.filter(
    ({ status, kickOff }) => status === 'scheduled' && Date.parse(kickOff) > soon,
  );
}

/** Posts tips of a few legs each, to fill a list. */
export async function postsTips(origin: string, caller: Caller, count: number): Promise<void> {
  const games = await gamesAhead(origin);
  for (let tip = 0; tip < count; tip += 1) {
    const chosen = [0, 1, 2].map((leg) => games[(tip * 3 + leg) % games.length]);
    // When all games are used, the next round uses another option of each game.
    const option = bettingOptions[Math.floor((tip * 3) / games.length)];
    await caller.post('/api/tips', {
      options: chosen.map((game) => ({
        fixtureId: game?.id,
        oddName: option && oddNameOf(option),
      })),
    });
  }
}

const maxAttempts = 5;

/** Creates a function that calls the API and repeats a call that a busy server refuses. */
export function callerWith(origin: string, token?: string) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const send = async () =>
      fetch(`${origin}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    let response = await send();
    for (let attempt = 1; attempt < maxAttempts && response.status === 503; attempt += 1) {
      await setTimeout(1000 * Number(response.headers.get('retry-after') ?? 1));
      response = await send();
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
