// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { EventContent } from '#contract/proof/calls.ts';
import { RewrittenNews } from '#client/features/shell/banners.tsx';
import { useRewritten } from '#client/data/tips/history.ts';
import { History } from '#client/ui/tip/history.tsx';
import type { CheckedEvent } from '#sync/refresh/proof.ts';
import { aPhone, aScreen } from './support/a-screen.tsx';

const at = '2026-03-07T12:00:00.000Z';

function anEvent(
  position: number,
  said: Partial<EventContent>,
  rest: Partial<CheckedEvent> = {},
): CheckedEvent {
  const nothing = { before: null, after: null, reason: '', sealed: '0'.repeat(64) };
  const place = { chain: 'member:x', position, subject: 'tip:x', at, action: '' };
  return { said: { ...place, ...nothing, ...said }, checkpointAt: at, flaw: undefined, ...rest };
}

async function aHistory(...events: CheckedEvent[]) {
  return aScreen(<History events={events} gameOf={() => 'Lens Vs Brest'} />, aPhone());
}

describe("a tip's history on its page", () => {
  test('says in words what happened, and why', async () => {
    const legs = [{ game: 'Lens Vs Brest', oddName: '1X2 - 1', odd: 1.85 }];
    const screen = await aHistory(
      anEvent(1, { action: 'tip.post', after: { legs } }),
      anEvent(2, { action: 'leg.price', after: { odd: 2.4 } }),
      anEvent(3, { action: 'leg.settle', after: { result: 'won' }, reason: 'It ended 2-1.' }),
      anEvent(4, {
        action: 'leg.correct',
        before: { result: 'won' },
        after: { result: 'void' },
      }),
      anEvent(5, { action: 'tip.confirm', after: { outcome: 'void' } }),
    );

    await screen.says('Lens Vs Brest · 1X2 - 1 · 1.85');
    await screen.says('Lens Vs Brest: odds set to 2.40');
    await screen.says('Lens Vs Brest: decided, Won');
    await screen.says('It ended 2-1.');
    await screen.says('Lens Vs Brest: corrected from Won to Void');
    await screen.says('Confirmed: Void');
  });

  test('says of each event whether this phone proved it', async () => {
    const proved = await aHistory(anEvent(1, { action: 'tip.withdraw' }));
    await proved.says('Proved on this phone: unchanged since the checkpoint of');
    const young = await aHistory(
      anEvent(1, { action: 'tip.withdraw' }, { checkpointAt: undefined }),
    );
    await young.says('The receipt comes with the next checkpoint');
    const bent = await aHistory(anEvent(1, { action: 'tip.withdraw' }, { flaw: 'history' }));
    await bent.says('This phone could not prove this');
  });
});

test('a rewritten past is said above every page, with what this phone had seen', async () => {
  const phone = aPhone();
  const seen = { size: 3, root: 'ab'.repeat(32), at, key: '', signature: '' };
  const told = { ...seen, root: 'cd'.repeat(32) };
  const value = { kept: [seen], rewritten: { seen, told, foundAt: Date.parse(at) } };
  await phone.publicStore.documents.put({ name: 'proof', value, fetchedAt: 0 });

  function News() {
    const rewritten = useRewritten();
    return rewritten && <RewrittenNews {...rewritten} />;
  }
  const screen = await aScreen(<News />, phone);

  await screen.says('The history on this server was rewritten');
  await screen.says('What you saved on this phone is safe');
  expect(screen.text()).toContain(seen.root);
});
