import { useImperativeHandle, type Ref, type RefObject } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OptimisticUpdate, useOptimisticQuery } from '#client/data/optimistic-query.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { eventually } from '../../testing/clock/eventually.ts';

type Picks = readonly string[];
type Update = OptimisticUpdate<Picks>;

/** A screen of picks; returns its shown and its stored values, and a function that picks. */
async function aScreenOfPicks() {
  const { store } = databases();
  const container = document.createElement('div');
  const root = createRoot(container);
  onTestFinished(() => root.unmount());
  const ref: RefObject<Update | null> = { current: null };
  root.render(<Screen store={store} ref={ref} />);
  const shown = () => container.textContent.replace('picks: ', '');
  await eventually(() => expect(container.textContent).toBe('picks: '));
  return {
    shown,
    /** Stores these picks and waits until the screen shows them. */
    async reads(...picks: Picks) {
      const before = reads;
      await store.documents.put({ name: 'picks', value: picks, fetchedAt: 0 });
      await eventually(() => expect(reads).toBeGreaterThan(before));
    },
    picks(pick: string) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      ref.current?.((picks) => [...picks, pick], promise);
      return { ends: resolve, fails: () => reject(new Error('The disk is full.')) };
    },
  };
}

let reads = 0;

function Screen({ store, ref }: { store: MemberStore; ref: Ref<Update> }) {
  const [picks, update] = useOptimisticQuery<Picks>(async () => {
    const value: unknown = (await store.documents.get('picks'))?.value;
    reads += 1;
    return Array.isArray(value) ? value.map(String) : [];
  }, [store]);
  useImperativeHandle(ref, () => update);
  return picks && `picks: ${picks.join(', ')}`;
}

describe('a change that is being stored', () => {
  test('is shown before it is stored, and until the stored value is read', async () => {
    const screen = await aScreenOfPicks();

    const pick = screen.picks('Arsenal');
    await expect.poll(screen.shown).toBe('Arsenal');
    await screen.reads('Arsenal, as stored');
    await expect.poll(screen.shown).toBe('Arsenal');

    pick.ends(true);
    await expect.poll(screen.shown).toBe('Arsenal, as stored');
  });

  test.each([
    { why: 'the disk failed', end: 'fails' },
    { why: 'the change was refused', end: 'ends' },
  ] as const)('is not shown any more if $why', async ({ end }) => {
    const screen = await aScreenOfPicks();

    const pick = screen.picks('Arsenal');
    await expect.poll(screen.shown).toBe('Arsenal');
    pick[end](false);

    await expect.poll(screen.shown).toBe('');
  });

  test('is replaced by a later stored value, even if it was read before the write had ended', async () => {
    const screen = await aScreenOfPicks();
    const pick = screen.picks('Arsenal');
    await screen.reads('Arsenal');

    pick.ends(true);
    await screen.reads('Arsenal', 'Chelsea');

    await expect.poll(screen.shown).toBe('Arsenal, Chelsea');
  });

  test('stays visible beside a second change that is made before the first one is read', async () => {
    const screen = await aScreenOfPicks();

    const first = screen.picks('Arsenal');
    const second = screen.picks('Chelsea');
    first.ends(true);
    await screen.reads('Arsenal');
    await expect.poll(screen.shown).toBe('Arsenal, Chelsea');

    await screen.reads('Arsenal', 'Chelsea, as stored');
    second.ends(true);
    await expect.poll(screen.shown).toBe('Arsenal, Chelsea, as stored');
  });
});
