import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createObservable } from '#sync/observable.ts';
import { hasSkeleton } from './first-screen.ts';
import {
  markScrollAsOwn,
  isScrolledByPerson,
  openPageAtTop,
  readPageScrollY,
  scrollWindow,
} from './page-scroll.ts';
import { useObserved } from '#client/use-observed.ts';

/** A position of the page, with the followed link or else the first visible row as its anchor. */
type Position = { pageY: number; anchor?: Anchor | undefined };

/** The index of an element among those of a selector, and its distance from the window's top. */
type Anchor = { selector: string; index: number; top: number; isLink: boolean };

type Entry = Position & { state: Map<string, unknown> };

/** Entries of the history by their keys. */
const entries = new Map<string, Entry>();
/** Older entries only get the router's own position. */
const maxEntries = 50;

/**
 * The entry whose page is rendered, which lags behind the address; undefined until a router is
 * connected.
 */
const drawnEntry = createObservable<string | undefined>(undefined);

function getOrAddEntry(key: string): Entry {
  const known = entries.get(key);
  if (known) return known;
  const entry: Entry = { state: new Map(), pageY: 0 };
  entries.set(key, entry);
  for (const oldest of [...entries.keys()].slice(0, -maxEntries)) entries.delete(oldest);
  return entry;
}

/**
 * State of a history entry, such as the loaded length of a list; going back to the entry restores
 * it. `name` is unique on a page, and always has the same type. A new entry takes over the state of
 * a page that stays.
 */
export function useHistoryEntryState<Value>(name: string, initial: () => Value) {
  const key = useObserved(drawnEntry);
  const [entry, hold] = useState(() => ({ key, name, value: readEntryState(key, name, initial) }));
  let { value } = entry;
  if (entry.key !== key || entry.name !== name) {
    value = readEntryState(key, name, entry.name === name ? () => entry.value : initial);
    hold({ key, name, value });
  }
  useEffect(() => {
    if (key !== undefined) getOrAddEntry(key).state.set(name, value);
  }, [key, name, value]);
  const setValue = (value: Value) => hold({ key, name, value });
  return [value, setValue] as const;
}

function readEntryState<Value>(
  key: string | undefined,
  name: string,
  otherwise: () => Value,
): Value {
  const state = key === undefined ? undefined : entries.get(key)?.state;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `useHistoryEntryState` writes this name
  return state?.has(name) ? (state.get(name) as Value) : otherwise();
}

/**
 * Restores the position of a page after Back or Forward. The router scrolls before the rows are
 * loaded, and so to a wrong position.
 */
export function setUpScrollRestoration(
  router: Pick<AnyRouter, 'subscribe'> & { history: RouterHistory },
): void {
  let isHistoryMove = false;
  let scrollYBefore = 0;
  let stop = () => {};
  document.addEventListener('click', storeLink, true);
  router.history.subscribe(({ action }) => {
    isHistoryMove = action.type !== 'PUSH' && action.type !== 'REPLACE';
  });
  router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    const key = fromLocation?.state.__TSR_key;
    if (key !== undefined && hrefChanged) storePosition(getOrAddEntry(key));
    scrollYBefore = scrollY;
    stop();
  });
  router.subscribe('onBeforeRouteMount', ({ toLocation }) => {
    drawnEntry.set(toLocation.state.__TSR_key);
  });
  router.subscribe('onRendered', ({ toLocation, pathChanged, hrefChanged }) => {
    // A dialog was opened or closed: the page stays, but the router scrolls to an earlier position.
    if (!hrefChanged) {
      if (isHistoryMove) scrollWindow(scrollYBefore);
      return;
    }
    const key = toLocation.state.__TSR_key;
    // The router scrolls to the document's top, unless the page stays where it is.
    if (pathChanged || scrollYBefore > 0) openPageAtTop();
    if (!isHistoryMove || key === undefined) return;
    const entry = entries.get(key);
    if (entry) stop = restoreScroll(entry);
  });
}

function storeLink({ target }: MouseEvent): void {
  const key = drawnEntry.get();
  if (key === undefined || !(target instanceof Element)) return;
  const link = target.closest('main a[href]');
  getOrAddEntry(key).anchor = link ? anchorOfLink(link) : undefined;
}

function storePosition(entry: Entry): void {
  entry.pageY = readPageScrollY();
  const { anchor } = entry;
  // A followed link is at its previous distance from the top.
  const isRestored = anchor && Math.abs(topOf(find(anchor)) - anchor.top) < 1;
  if (!isRestored) entry.anchor = anchorOfRow();
}

/** A link is identified by its row, if any, and its address. */
function anchorOfLink(link: Element): Anchor {
  const row = link.closest('[data-row]');
  const list = row ? `${rowSelectorOf(row)} ` : '';
  const selector = `main ${list}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`;
  const index = [...document.querySelectorAll(selector)].indexOf(link);
  return { selector, index, top: topOf(link), isLink: true };
}

/** The first row that begins in the window: rows above it may have another height later. */
function anchorOfRow(): Anchor | undefined {
  const row = [...document.querySelectorAll('main [data-row]')].find((each) => topOf(each) >= 0);
  return (
    row && { selector: `main ${rowSelectorOf(row)}`, index: 0, top: topOf(row), isLink: false }
  );
}

function rowSelectorOf(row: Element): string {
  return `[data-row="${CSS.escape(row.getAttribute('data-row') ?? '')}"]`;
}

function find({ selector, index }: Anchor): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>(selector)[index];
}

function topOf(element: Element | undefined): number {
  return element ? element.getBoundingClientRect().top : Number.NaN;
}

/**
 * The time to restore a position after the last change of the page, and in total, in milliseconds.
 */
const limits = { unchanged: 800, total: 5000 } as const;

/** One of these events, or scrolling, ends the restoration. */
const interactions = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Restores a position until the rows of the page are loaded or a person interacts; returns a
 * function that ends it.
 */
export function restoreScroll(position: Position): () => void {
  const main = document.querySelector('main');
  if (!main) return () => {};
  const releaseHeight = holdHeight(main, position.pageY);
  const lookAgain = createPageChangeCheck(main);
  const begun = performance.now();
  let changedAt = begun;
  let frame = 0;
  markScrollAsOwn();

  function onFrame(): void {
    const now = performance.now();
    const { drawn, moved } = lookAgain();
    // A browser moves the window itself when a page becomes shorter.
    if (drawn) markScrollAsOwn();
    if (isScrolledByPerson() || now - begun > limits.total) {
      stop();
      return;
    }
    scrollToPosition(position);
    focusLink(position.anchor);
    if (drawn || moved) changedAt = now;
    if (now - changedAt > limits.unchanged) stop();
    else frame = requestAnimationFrame(onFrame);
  }

  function stop(): void {
    cancelAnimationFrame(frame);
    for (const event of interactions) removeEventListener(event, stop, true);
    releaseHeight();
  }

  for (const event of interactions) addEventListener(event, stop, true);
  onFrame();
  return stop;
}

/** Keeps the page at the height of the position while its rows load. */
function holdHeight(main: HTMLElement, top: number): () => void {
  const { scrollHeight, style } = document.documentElement;
  const rest = scrollHeight - main.offsetHeight;
  main.style.minHeight = `${Math.max(main.offsetHeight, top + innerHeight - rest)}px`;
  // Otherwise the browser anchors an element that was visible only because rows were missing.
  style.overflowAnchor = 'none';
  return () => {
    main.style.minHeight = '';
    style.overflowAnchor = '';
  };
}

/**
 * Reports whether the page has changed or is still fetching, and whether it was scrolled, since the
 * last call.
 */
function createPageChangeCheck(main: HTMLElement): () => { drawn: boolean; moved: boolean } {
  const elements = main.getElementsByTagName('*');
  const look = () => ({
    count: elements.length,
    height: document.documentElement.scrollHeight,
    top: scrollY,
  });
  let last = look();
  return () => {
    const now = look();
    const isSame = now.count === last.count && now.height === last.height;
    const moved = now.top !== last.top;
    last = now;
    return { drawn: !isSame || hasSkeleton(main), moved };
  };
}

function scrollToPosition({ pageY, anchor }: Position): void {
  const element = anchor && find(anchor);
  const distance = element ? topOf(element) - anchor.top : pageY - readPageScrollY();
  if (Math.abs(distance) >= 1) scrollWindow(scrollY + distance);
}

function focusLink(anchor: Anchor | undefined): void {
  // The heading takes the focus whenever a page opens.
  if (!anchor?.isLink || !document.activeElement?.matches('body, h1')) return;
  find(anchor)?.focus({ preventScroll: true });
}
