import { describe, expect, test } from 'vitest';
import { WindowedList } from '#client/ui/list/windowed-list.tsx';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';
import { tallRows } from '../../testing/components/tall-rows.ts';

async function aList(length: number) {
  const items = Array.from({ length }, (_, index) => `Item ${index + 1}`);
  return aScreen(
    <WindowedList label="Tickets" items={items} keyOf={(item) => item} estimate={100}>
      {(item) => <p>{item}</p>}
    </WindowedList>,
    aPhone(),
  );
}

/**
 * True if a row is in the document; React may have abandoned a render for a later scroll position.
 */
const isRendered = (item: string) =>
  [...document.querySelectorAll('[role=listitem]')].some((row) => row.textContent === item);

const drawn = () => document.querySelectorAll('li, [role=listitem]').length;

describe('a list of tickets', () => {
  test('is rendered completely while it is short', async () => {
    const screen = await aList(30);

    await screen.shows('Item 30');
    expect(drawn()).toBe(30);
  });

  test('begins with the visible rows', async () => {
    const items = Array.from({ length: 20 }, (_, index) => `Item ${index + 1}`);
    const drawings: number[] = [];
    const screen = await aScreen(
      <WindowedList label="Tickets" items={items} keyOf={(item) => item} estimate={innerHeight / 4}>
        {(item) => {
          drawings.push(Number(item.slice('Item '.length)));
          return <p>{item}</p>;
        }}
      </WindowedList>,
      aPhone(),
    );

    await screen.shows('Item 20');
    expect(drawings.slice(0, drawings.indexOf(1, 1))).toEqual([1, 2, 3, 4]);
  });

  test('renders only rows near the window if it is long, and keeps the whole height', async () => {
    const screen = await aList(1000);

    await screen.until(() => document.querySelector('[aria-setsize="1000"]') !== null, 'its size');
    expect(screen.text()).toContain('Item 1');
    expect(drawn()).toBeLessThan(200);
  });

  test('renders only new visible rows when it is scrolled', async () => {
    tallRows();
    const times = new Map<string, number>();
    const items = Array.from({ length: 1000 }, (_, index) => `Item ${index + 1}`);
    const screen = await aScreen(
      <WindowedList label="Tickets" items={items} keyOf={(item) => item} estimate={300}>
        {(item) => {
          times.set(item, (times.get(item) ?? 0) + 1);
          return <p>{item}</p>;
        }}
      </WindowedList>,
      aPhone(),
    );
    await screen.until(() => document.querySelector('[aria-setsize="1000"]') !== null, 'its size');
    await screen.until(() => !document.body.textContent.includes('Item 30'), 'its rows');
    times.clear();

    for (const top of [300, 600, 900, 1200, 1500]) {
      const before = times.size;
      scrollTo(0, top);
      dispatchEvent(new Event('scroll'));
      await screen.until(
        () => times.size > before && [...times.keys()].every(isRendered),
        'a further row',
      );
    }

    expect([...times.values()].filter((count) => count > 1)).toEqual([]);
  });
});
