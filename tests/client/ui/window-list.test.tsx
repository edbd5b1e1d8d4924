// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { WindowList } from '#client/ui/list.tsx';
import { aPhone, aScreen } from '../support/a-screen.tsx';

async function aList(length: number) {
  const items = Array.from({ length }, (_, index) => `Item ${index + 1}`);
  return aScreen(
    <WindowList label="Tickets" items={items} keyOf={(item) => item} estimate={100}>
      {(item) => <p>{item}</p>}
    </WindowList>,
    aPhone(),
  );
}

const drawn = () => document.querySelectorAll('li, [role=listitem]').length;

describe('a list of tickets', () => {
  test('is whole while it is short', async () => {
    const screen = await aList(30);

    await screen.says('Item 30');
    expect(drawn()).toBe(30);
  });

  test('draws what is near the window once it is long, and says how long it is', async () => {
    const screen = await aList(1000);

    await screen.until(() => document.querySelector('[aria-setsize="1000"]') !== null, 'its size');
    expect(screen.text()).toContain('Item 1');
    expect(drawn()).toBeLessThan(200);
  });
});
