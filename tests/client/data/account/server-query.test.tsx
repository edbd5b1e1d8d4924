import { useState } from 'react';
import { expect, test } from 'vitest';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { createObservable } from '#sync/observable.ts';
import type { Reachability } from '#sync/status.ts';
import { configuration } from '../../../testing/components/a-backend.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

type Answer = { kind: 'ok'; text: string } | { kind: 'unreachable' };

/** A page that sends a query for the word whose button is pressed. */
function Search({ request }: { request: (word: string) => Promise<Answer> }) {
  const [word, setWord] = useState<string>();
  const { answer, isWaiting, retry, replace } = useServerQuery(word, async () =>
    request(word ?? ''),
  );
  return (
    <>
      <p>
        {isWaiting ? 'waiting' : 'answered'}: {answer?.kind === 'ok' ? answer.text : answer?.kind}
      </p>
      {['one', 'two'].map((text) => (
        <button key={text} type="button" onClick={() => setWord(text)}>
          {text}
        </button>
      ))}
      <button type="button" onClick={retry}>
        retry
      </button>
      <button type="button" onClick={() => replace({ kind: 'ok', text: 'replaced' })}>
        replace
      </button>
    </>
  );
}

/** A server whose responses the test sends one by one. */
function aServer() {
  const requests: PromiseWithResolvers<Answer>[] = [];
  const request = async () => {
    const sent = Promise.withResolvers<Answer>();
    requests.push(sent);
    return sent.promise;
  };
  return { requests, request };
}

test('ignores a late response to an earlier request', async () => {
  const { requests, request } = aServer();
  const screen = await aScreen(<Search request={request} />, aPhone(), { configuration });
  await screen.presses('one');
  await screen.until(() => requests.length === 1, 'the first request');
  await screen.presses('two');
  await screen.until(() => requests.length === 2, 'the second request');

  requests[1]?.resolve({ kind: 'ok', text: 'second' });
  await screen.shows('answered: second');
  requests[0]?.resolve({ kind: 'ok', text: 'first' });

  await requests[0]?.promise;
  await screen.presses('two');
  expect(screen.text()).toContain('answered: second');
});

test('sends one request when the network and then the server come back', async () => {
  const phone = aPhone();
  const { requests, request } = aServer();
  const reachability = createObservable<Reachability>('offline');
  const engine = { ...anEngine(phone), reachability };
  const screen = await aScreen(<Search request={request} />, phone, { configuration, engine });
  await screen.presses('one');
  await screen.until(() => requests.length === 1, 'the first request');
  requests[0]?.resolve({ kind: 'unreachable' });
  await screen.shows('answered: unreachable');

  dispatchEvent(new Event('online'));
  await screen.until(() => requests.length === 2, 'the second request');
  reachability.set('online');
  requests[1]?.resolve({ kind: 'ok', text: 'back' });
  await screen.shows('answered: back');

  expect(requests).toHaveLength(2);
});

test('checks the server after a request without a response, and repeats the request later', async () => {
  const phone = aPhone();
  const answers: Answer[] = [{ kind: 'unreachable' }, { kind: 'ok', text: 'back' }];
  const request = async () => answers.shift() ?? { kind: 'unreachable' as const };
  const reachability = createObservable<Reachability>('online');
  const checkServer = async () => reachability.set('offline');
  const engine = { ...anEngine(phone), reachability, checkServer };
  const screen = await aScreen(<Search request={request} />, phone, { configuration, engine });
  await screen.presses('one');
  await screen.shows('answered: unreachable');
  await screen.until(() => reachability.get() === 'offline', 'the check');

  reachability.set('online');

  await screen.shows('answered: back');
  expect(answers).toEqual([]);
});

test.each([
  { attempt: 'first', isFirst: true },
  { attempt: 'second', isFirst: false },
])('cancels a $attempt request in flight when its data is replaced', async ({ isFirst }) => {
  const { requests, request } = aServer();
  const screen = await aScreen(<Search request={request} />, aPhone(), { configuration });
  await screen.presses('one');
  await screen.until(() => requests.length === 1, 'the first request');
  if (!isFirst) {
    requests[0]?.resolve({ kind: 'ok', text: 'first' });
    await screen.shows('answered: first');
    await screen.presses('retry');
    await screen.until(() => requests.length === 2, 'the second request');
  }

  await screen.presses('replace');
  await screen.shows('answered: replaced');
  requests.at(-1)?.resolve({ kind: 'ok', text: 'late' });
  await requests.at(-1)?.promise;

  const count = requests.length;
  await screen.presses('two');
  await screen.until(() => requests.length === count + 1, 'the request of another key');
  expect(screen.text()).toContain('waiting: replaced');
});
