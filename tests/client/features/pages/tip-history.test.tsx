import { describe, expect, test } from 'vitest';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { RewrittenLogBanner } from '#client/features/shell/banners.tsx';
import { TipEventList } from '#client/features/pages/tip-history.tsx';
import type { CheckedEvent } from '#sync/refresh/proof.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { aCheckedEvent } from '../../../testing/components/checked-events.ts';

const at = '2026-03-07T12:00:00.000Z';

async function aHistory(...events: CheckedEvent[]) {
  return aScreen(<TipEventList events={events} gameOf={() => 'Lens Vs Brest'} />, aPhone());
}

describe("a tip's history on its page", () => {
  test('describes each event and its reason', async () => {
    const legs = [{ game: 'Lens Vs Brest', oddName: '1X2 - 1', odd: 1.85 }];
    const screen = await aHistory(
      aCheckedEvent({ position: 1, action: 'tip.post', after: { legs } }),
      aCheckedEvent({ position: 2, action: 'leg.price', after: { odd: 2.4 } }),
      aCheckedEvent({
        position: 3,
        action: 'leg.settle',
        after: { result: 'won' },
        reason: 'It ended 2-1.',
      }),
      aCheckedEvent({
        position: 4,
        action: 'leg.correct',
        before: { result: 'won' },
        after: { result: 'void' },
      }),
      aCheckedEvent({ position: 5, action: 'tip.confirm', after: { outcome: 'void' } }),
      aCheckedEvent({
        position: 6,
        action: 'tip.erase',
        after: { by: 'administrator' },
        reason: 'A neighbour.',
      }),
    );

    await screen.shows('Lens – Brest · Lens to win · 1.85');
    for (const words of [
      'Lens – Brest: odds set to 2.40',
      'Lens – Brest: decided, Won',
      'It ended 2-1.',
      'Lens – Brest: corrected from Won to Void',
      'Confirmed: Void',
      'Text removed by an administrator',
      'A neighbour.',
    ]) {
      expect(screen.text()).toContain(words);
    }
  });

  test.each<[string, Partial<CheckedEvent>, string]>([
    ['is proved', {}, 'Proved on this phone: unchanged since the checkpoint of'],
    ['waits', { checkpointAt: undefined }, 'The receipt comes with the next checkpoint'],
    ['is not what it was', { flaw: 'history' }, 'This phone could not prove this'],
  ])('says whether an event %s', async (_, rest, words) => {
    const screen = await aHistory(aCheckedEvent({ position: 1, action: 'tip.withdraw' }, rest));

    await screen.shows('Withdrawn');
    expect(screen.text()).toContain(words);
  });
});

test('a rewritten history is reported above every page, with the checkpoint that this phone has seen', async () => {
  const phone = aPhone();
  const seen = { size: 3, root: 'ab'.repeat(32), at, key: '', signature: '' };
  const reported = { ...seen, root: 'cd'.repeat(32) };
  const value = { kept: [seen], rewritten: { seen, told: reported, foundAt: Date.parse(at) } };
  await phone.publicStore.documents.put({ name: 'proof', value, fetchedAt: 0 });

  function RewrittenNote() {
    const rewritten = useStoredDocument(collections.proof)?.value.rewritten;
    return rewritten && <RewrittenLogBanner {...rewritten} />;
  }
  const screen = await aScreen(<RewrittenNote />, phone);

  await screen.shows('The history on this server was rewritten');
  await screen.shows('What you saved on this phone is safe');
  expect(screen.text()).toContain(seen.root);
});
