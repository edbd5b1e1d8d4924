import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { backoffMs } from '#sync/drain/backoff.ts';
import { parseRetryAfterMs } from '#sync/backend/retry-after.ts';

import type { Game, Person } from '../../world/community.ts';

/** A member's change, and whether the server acknowledged it. */
export type Wish = {
  memberId: string;
  key: string;
  kind: 'post' | 'book' | 'withdraw';
  tipId?: string;
  answered?: { status: number; body: string };
};

/** Members who post, book, withdraw and read, and repeat requests as phones do. */
export type Crowd = {
  wishes: readonly Wish[];
  /** The number of responses by status; status 0 means no response. */
  answers: ReadonlyMap<number, number>;
  /** Descriptions of repeated requests whose two responses differ. */
  otherwise: readonly string[];
  /** Waits for the first success of a change that is sent from now on. */
  writes: () => Promise<void>;
  /** Stops new changes, and waits for the responses to all that were sent. */
  goes: () => Promise<void>;
};

type Sent = { method: string; path: string; body?: object; key?: string };

/** A phone's timeout for a response, in milliseconds. */
const answerWithin = 15_000;
/** Pause in milliseconds, so that a member sends fewer than ten requests per second. */
const pause = 500;
/** The number of posts, below the daily limit, after which another member continues. */
const postsPerMember = 150;
/** The maximum pause before a retry in milliseconds; a real phone may wait longer. */
const maxRetryMs = 8_000;
const Made = z.object({ id: z.string() });

/** Runs `atOnce` members at a time; after enough posts another member replaces each. */
export function aCrowd(
  people: readonly Person[],
  atOnce: number,
  games: readonly Game[],
  origins: readonly string[],
): Crowd {
  const wishes: Wish[] = [];
  const answers = new Map<number, number>();
  const otherwise: string[] = [];
  let waiting: ((sentAt: number) => void)[] = [];
  const stop = new AbortController();

  async function send(person: Person, index: number, sent: Sent) {
    const { method, path, body, key } = sent;
    const answer = await fetch(`${origins[index % origins.length]}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithin),
    })
      .then(async (response) => ({
        status: response.status,
        text: await response.text(),
        retryAfter: parseRetryAfterMs(response.headers, Date.now()),
      }))
      .catch(() => undefined);
    const status = answer?.status ?? 0;
    answers.set(status, (answers.get(status) ?? 0) + 1);
    return answer;
  }

  /** Repeats a request with the same key until a response is final. */
  async function insist(person: Person, index: number, wish: Wish, sent: Sent): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const at = performance.now();
      const answer = await send(person, index, { ...sent, key: wish.key });
      const { status = 0, text = '', retryAfter } = answer ?? {};
      // A response with Retry-After promises that nothing was changed.
      if (status >= 200 && status < 500 && retryAfter === undefined) {
        wish.answered = { status, body: text };
        if (status < 300) for (const resolve of waiting) resolve(at);
        return;
      }
      const requestedMs = Math.max(retryAfter ?? 0, backoffMs(attempt, Math.random()));
      await wait(Math.min(maxRetryMs, requestedMs));
    }
  }

  async function wishFor(
    person: Person,
    index: number,
    { kind, tipId }: Pick<Wish, 'kind' | 'tipId'>,
    sent: (key: string) => Sent,
  ): Promise<Wish> {
    const key = randomUUID();
    const wish: Wish = { memberId: person.id, key, kind, ...(tipId !== undefined && { tipId }) };
    wishes.push(wish);
    await insist(person, index, wish, sent(key));
    await repeat(person, index, wish, sent(key));
    return wish;
  }

  /** Now and then repeats a request as if its response were lost. */
  async function repeat(person: Person, index: number, wish: Wish, sent: Sent): Promise<void> {
    const { key, kind, answered } = wish;
    if (Math.random() > 0.1 || !answered) return;
    const again: Wish = { ...wish };
    await insist(person, index, again, sent);
    const { status, body } = again.answered ?? {};
    if (status === answered.status && (status >= 300 || body === answered.body)) return;
    otherwise.push(`${kind} ${key}: ${answered.status} ${answered.body}, then ${status} ${body}`);
  }

  function personAt(index: number, shift: number): Person {
    const person =
      people[(index + atOnce * Math.floor((shift - index) / postsPerMember)) % people.length];
    if (!person) throw new Error('There is nobody.');
    return person;
  }

  async function isBusy(index: number): Promise<void> {
    for (let shift = index; !stop.signal.aborted; shift += 1) {
      const person = personAt(index, shift);
      const [round, place] = [Math.floor(shift / (games.length - 1)), shift % (games.length - 1)];
      const game = games[1 + place];
      const option = bettingOptions[round % bettingOptions.length];
      const oddName = option && oddNameOf(option);
      const posted = await wishFor(person, index, { kind: 'post' }, (key) => ({
        method: 'POST',
        path: '/api/tips',
        // The body has no tip id, so only the key keeps a repetition from creating a second tip.
        body: { options: [{ fixtureId: game?.id, oddName }], analysis: key },
      }));
      const tipId = tipIn(posted);
      if (tipId !== undefined) posted.tipId = tipId;
      if (tipId !== undefined && shift % 3 === 0) {
        const path = `/api/tips/bookTicket/${tipId}`;
        await wishFor(person, index, { kind: 'book', tipId }, () => ({ method: 'PUT', path }));
      }
      if (tipId !== undefined && shift % 3 === 1) {
        const path = `/api/tips/${tipId}`;
        await wishFor(person, index, { kind: 'withdraw', tipId }, () => ({
          method: 'DELETE',
          path,
        }));
      }
      await send(person, index, { method: 'GET', path: '/api/feed?limit=5' });
      await send(person, index, { method: 'GET', path: '/api/tips?limit=5' });
      await wait(pause);
    }
  }

  const busy = Array.from({ length: atOnce }, async (_, index) => isBusy(index));
  return {
    wishes,
    answers,
    otherwise,
    async writes() {
      const since = performance.now();
      await new Promise<void>((done) => {
        waiting.push((sentAt) => {
          if (sentAt > since) done();
        });
      });
      waiting = [];
    },
    async goes() {
      stop.abort();
      await Promise.all(busy);
    },
  };
}

function tipIn({ answered }: Wish): string | undefined {
  if (!answered || answered.status >= 300) return undefined;
  return z.parse(Made, JSON.parse(answered.body)).id;
}
