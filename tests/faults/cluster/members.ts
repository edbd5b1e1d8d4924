import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

import { catalogue, oddNameOf } from '#domain/catalogue.ts';
import { backoff } from '#sync/drain/backoff.ts';
import { retryAfterOf } from '#sync/backend/retry-after.ts';

import type { Game, Person } from '../processes/people.ts';

/** What a member asked for, and whether the server said that it is done. */
export type Wish = {
  memberId: string;
  key: string;
  kind: 'post' | 'book' | 'withdraw';
  tipId?: string;
  answered?: { status: number; body: string };
};

/** Members who post, book, withdraw and read, and send again what had no answer, as phones do. */
export type Crowd = {
  wishes: readonly Wish[];
  /** How often each status came; 0 is none at all. */
  answers: ReadonlyMap<number, number>;
  /** What was answered otherwise when it was asked again. */
  otherwise: readonly string[];
  /** Waits for the first change that was sent after this moment and is answered with success. */
  writes: () => Promise<void>;
  /** Nobody wishes for more; waits until all that was wished for has its answer. */
  goes: () => Promise<void>;
};

type Sent = { method: string; path: string; body?: object; key?: string };

/** As long as a phone waits for an answer. */
const answerWithin = 15_000;
/** Nobody may ask more than ten times a second. */
const pause = 500;
/** Posts of one member, below the limit of a day, before another member goes on. */
const postsPerMember = 150;
/** The longest that somebody waits here before they try again, whatever their phone would. */
const longestWait = 8_000;
const Made = z.object({ id: z.string() });

/** A crowd of `atOnce` members, each of whom is followed by the next one after enough posts. */
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
      .then(async (said) => ({
        status: said.status,
        text: await said.text(),
        retryAfter: retryAfterOf(said.headers, Date.now()),
      }))
      .catch(() => undefined);
    const status = answer?.status ?? 0;
    answers.set(status, (answers.get(status) ?? 0) + 1);
    return answer;
  }

  /** The same bytes with the same key, until there is an answer that stands. */
  async function insist(person: Person, index: number, wish: Wish, sent: Sent): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const at = performance.now();
      const answer = await send(person, index, { ...sent, key: wish.key });
      const { status = 0, text = '', retryAfter } = answer ?? {};
      // What is to be asked again later has not been done.
      if (status >= 200 && status < 500 && retryAfter === undefined) {
        wish.answered = { status, body: text };
        if (status < 300) for (const tell of waiting) tell(at);
        return;
      }
      const asked = Math.max(retryAfter ?? 0, backoff(attempt, Math.random()));
      await wait(Math.min(longestWait, asked));
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
    await askAgain(person, index, wish, sent(key));
    return wish;
  }

  /** Now and then an answer does not reach its phone, which asks once more. */
  async function askAgain(person: Person, index: number, wish: Wish, sent: Sent): Promise<void> {
    const { key, kind, answered } = wish;
    if (Math.random() > 0.1 || !answered) return;
    const again: Wish = { ...wish };
    await insist(person, index, again, sent);
    const { status, body } = again.answered ?? {};
    if (status === answered.status && (status >= 300 || body === answered.body)) return;
    otherwise.push(`${kind} ${key}: ${answered.status} ${answered.body}, then ${status} ${body}`);
  }

  function personAt(index: number, turn: number): Person {
    const person =
      people[(index + atOnce * Math.floor((turn - index) / postsPerMember)) % people.length];
    if (!person) throw new Error('There is nobody.');
    return person;
  }

  async function isBusy(index: number): Promise<void> {
    for (let turn = index; !stop.signal.aborted; turn += 1) {
      const person = personAt(index, turn);
      const [round, place] = [Math.floor(turn / (games.length - 1)), turn % (games.length - 1)];
      const game = games[1 + place];
      const option = catalogue[round % catalogue.length];
      const oddName = option && oddNameOf(option);
      const posted = await wishFor(person, index, { kind: 'post' }, (key) => ({
        method: 'POST',
        path: '/api/tips',
        // Without a name for the tip: done twice it would be two.
        body: { options: [{ fixtureId: game?.id, oddName }], analysis: key },
      }));
      const tipId = tipIn(posted);
      if (tipId !== undefined) posted.tipId = tipId;
      if (tipId !== undefined && turn % 3 === 0) {
        const path = `/api/tips/bookTicket/${tipId}`;
        await wishFor(person, index, { kind: 'book', tipId }, () => ({ method: 'PUT', path }));
      }
      if (tipId !== undefined && turn % 3 === 1) {
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
