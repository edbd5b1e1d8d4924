// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { observed } from '#sync/observable.ts';
import type { Reachability } from '#sync/status.ts';
import { configuration } from '../../../testing/components/a-backend.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

type Answer = { kind: 'ok'; text: string } | { kind: 'unreachable' };

/** A page that searches for the pressed word. */
function Search({ request }: { request: (word: string) => Promise<Answer> }) {
  const [word, setWord] = useState<string>();
  const { answer, isWaiting } = useServerQuery(word, async () => request(word ?? ''));
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
    </>
  );
}

test('keeps a late answer to an earlier request from replacing a later one', async () => {
  const requests = new Map<string, PromiseWithResolvers<Answer>>();
  const request = async (word: string) => {
    const sent = Promise.withResolvers<Answer>();
    requests.set(word, sent);
    return sent.promise;
  };
  const screen = await aScreen(<Search request={request} />, aPhone(), { configuration });
  await screen.presses('one');
  await screen.until(() => requests.has('one'), 'the first request');
  await screen.presses('two');
  await screen.until(() => requests.has('two'), 'the second request');

  requests.get('two')?.resolve({ kind: 'ok', text: 'second' });
  await screen.shows('answered: second');
  requests.get('one')?.resolve({ kind: 'ok', text: 'first' });

  await requests.get('one')?.promise;
  await screen.presses('two');
  expect(screen.text()).toContain('answered: second');
});

test('repeats a failed request as soon as the server responds again', async () => {
  const phone = aPhone();
  const answers: Answer[] = [{ kind: 'unreachable' }, { kind: 'ok', text: 'back' }];
  const request = async () => answers.shift() ?? { kind: 'unreachable' as const };
  const reachability = observed<Reachability>('offline');
  const engine = { ...anEngine(phone), reachability };
  const screen = await aScreen(<Search request={request} />, phone, { configuration, engine });
  await screen.presses('one');
  await screen.shows('answered: unreachable');

  reachability.set('online');

  await screen.shows('answered: back');
  expect(answers).toEqual([]);
});
