import { act, useImperativeHandle, type Ref, type RefObject } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Show, useShownAhead } from '#client/data/shown-ahead.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Picks = readonly string[];

/** A screen of picks: what it shows, what its disk has, and how a person picks. */
async function aScreenOfPicks() {
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => act(() => root.unmount()));
  const ref: RefObject<Show<Picks> | null> = { current: null };
  const reads = async (...stored: Picks) =>
    act(async () => root.render(<Screen stored={stored} ref={ref} />));
  await reads();
  return {
    reads,
    seen: () => place.textContent,
    async picks(pick: string) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      await act(async () => ref.current?.((picks) => [...picks, pick], promise));
      return {
        isStored: async (stored = true) => act(async () => resolve(stored)),
        fails: async () => act(async () => reject(new Error('The disk is full.'))),
      };
    },
  };
}

function Screen({ stored, ref }: { stored: Picks; ref: Ref<Show<Picks>> }) {
  const [seen, show] = useShownAhead(stored);
  useImperativeHandle(ref, () => show);
  return seen.join(', ');
}

describe('what a person changes', () => {
  test('shows before the disk has it, and until it was read from there', async () => {
    const screen = await aScreenOfPicks();

    const pick = await screen.picks('Arsenal');
    expect(screen.seen()).toBe('Arsenal');
    await pick.isStored();
    expect(screen.seen()).toBe('Arsenal');

    await screen.reads('Arsenal, as stored');
    expect(screen.seen()).toBe('Arsenal, as stored');
  });

  test.each([
    { why: 'the disk failed', end: 'fails' },
    { why: 'it was not allowed', end: 'isStored' },
  ] as const)('goes again where $why', async ({ end }) => {
    const screen = await aScreenOfPicks();

    const pick = await screen.picks('Arsenal');
    await pick[end](false);

    expect(screen.seen()).toBe('');
  });

  test('is not hidden by what was read before the disk had it', async () => {
    const screen = await aScreenOfPicks();

    const pick = await screen.picks('Arsenal');
    await screen.reads('Chelsea');
    expect(screen.seen()).toBe('Arsenal');

    await pick.isStored();
    expect(screen.seen()).toBe('Arsenal');
    await screen.reads('Chelsea', 'Arsenal');
    expect(screen.seen()).toBe('Chelsea, Arsenal');
  });

  test('stays with a second change that is quicker than the disk', async () => {
    const screen = await aScreenOfPicks();

    const first = await screen.picks('Arsenal');
    const second = await screen.picks('Chelsea');
    await first.isStored();
    await screen.reads('Arsenal');
    expect(screen.seen()).toBe('Arsenal, Chelsea');

    await second.isStored();
    await screen.reads('Arsenal', 'Chelsea');
    expect(screen.seen()).toBe('Arsenal, Chelsea');
  });

  test('leaves what follows to the disk alone', async () => {
    const screen = await aScreenOfPicks();
    const pick = await screen.picks('Arsenal');
    await pick.isStored();
    await screen.reads('Arsenal');

    await screen.reads();

    expect(screen.seen()).toBe('');
  });
});
