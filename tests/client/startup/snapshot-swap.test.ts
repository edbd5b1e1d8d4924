import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { replaceSnapshotByApp } from '#client/startup/snapshot-swap.ts';

/** In milliseconds, slightly longer than the interval between two checks. */
const aCheckMs = 110;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A page with a snapshot of one row before the app; `draw` sets the app's content. */
function aStart(above = '') {
  document.body.innerHTML = `<div id="snapshot"><main><h1>Tips</h1>${above}<ul><li><a href="/tip/1">A row</a></li></ul></main></div>
    <div id="root"></div>`;
  const root = document.getElementById('root') ?? document.body;
  void replaceSnapshotByApp(root);
  return {
    draw: (main: string) => {
      root.innerHTML = `<main>${main}</main>`;
    },
    isShown: async (after = aCheckMs) => {
      await vi.advanceTimersByTimeAsync(after);
      return document.getElementById('snapshot') === null;
    },
  };
}

const row = '<h1>Tips</h1><ul><li><a href="/tip/1">A row</a></li></ul>';

describe('the app replaces its snapshot', () => {
  test('when it has rendered rows, not only a shell, a skeleton or an empty list', async () => {
    const { draw, isShown } = aStart();
    expect(await isShown()).toBe(false);

    draw('<h1>Tips</h1><div class="skeleton"></div>');
    expect(await isShown()).toBe(false);

    draw('<h1>Tips</h1>');
    expect(await isShown()).toBe(false);

    draw(row);
    expect(await isShown()).toBe(true);
  });

  test('when placeholders are only below the window', async () => {
    const { draw, isShown } = aStart();

    draw(`${row}<div class="skeleton"></div>`);
    expect(await isShown()).toBe(false);

    const below = document.querySelector('.skeleton');
    vi.spyOn(below ?? document.body, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, window.innerHeight, 100, 20),
    );
    expect(await isShown()).toBe(true);
  });

  test('when its rows contain all words of the snapshot, or stop changing', async () => {
    const { draw, isShown } = aStart();

    draw('<h1>Tips</h1><ul><li>Another row</li></ul>');
    expect(await isShown(450)).toBe(false);
    expect(await isShown(200)).toBe(true);
  });

  test('in the task that renders its last rows', async () => {
    const { draw, isShown } = aStart();

    draw(row);

    expect(await isShown(0)).toBe(true);
  });

  test('when it has rendered the words of the snapshot in several text nodes', async () => {
    const { draw, isShown } = aStart();

    draw('<h1>Tips</h1><ul><li><a href="/tip/1"></a></li></ul>');
    document.querySelector('#root a')?.append('A ', 'row');
    expect(await isShown()).toBe(true);
  });

  test('when it shows the offline notice that its snapshot contains', async () => {
    const notice = (age: string) => `<div data-offline>As of ${age}</div>`;
    const { draw, isShown } = aStart(notice('13:40'));

    draw(row);
    expect(await isShown(200)).toBe(false);

    draw(`${notice('13:41')}${row}`);
    expect(await isShown()).toBe(true);
  });

  test('when the controls that the snapshot contains are visible', async () => {
    const { draw, isShown } = aStart();
    const rowWith = (look: string) =>
      `<h1>Tips</h1><ul><li><a href="/tip/1" class="${look}">A row</a></li></ul>`;

    draw(rowWith('invisible'));
    expect(await isShown(200)).toBe(false);

    draw(rowWith(''));
    expect(await isShown()).toBe(true);
  });

  test('after five seconds in any state', async () => {
    const { draw, isShown } = aStart();
    draw('<h1>Tips</h1><div class="skeleton"></div>');

    expect(await isShown(4900)).toBe(false);
    expect(await isShown(200)).toBe(true);
  });

  test('and moves the focus to the link that had it', async () => {
    const { draw, isShown } = aStart();
    document.querySelector<HTMLElement>('#snapshot a')?.focus();

    draw(row);

    expect(await isShown()).toBe(true);
    expect(document.activeElement).toBe(document.querySelector('#root a'));
  });
});
