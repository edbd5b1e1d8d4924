import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createObservable } from '#sync/observable.ts';
import { hasSkeleton } from './first-screen.ts';
import {
  markScrollByCode,
  isScrolledByPerson,
  openPageAtTop,
  readPageScrollY,
  scrollWindow,
} from './page-scroll.ts';
import { useObservable } from '#client/use-observable.ts';

/** A scroll position and its anchor: the followed link, otherwise the first visible row. */
type ScrollPosition = { pageY: number; anchor?: ScrollAnchor | undefined };

/** An element's index among the matches of a selector, and its distance from the window's top. */
type ScrollAnchor = { selector: string; index: number; top: number; isLink: boolean };

type ScrollEntry = ScrollPosition & { state: Map<string, unknown> };

/** History entries by key. */
const entries = new Map<string, ScrollEntry>();
/** The maximum number of stored entries; older entries only have the router's own position. */
const maxEntries = 50;

/**
 * The key of the history entry whose page is rendered; it changes later than the URL. Undefined
 * until a router is connected.
 */
const renderedEntryKey = createObservable<string | undefined>(undefined);

function getOrAddEntry(key: string): ScrollEntry {
  const known = entries.get(key);
  if (known) return known;
  const entry: ScrollEntry = { state: new Map(), pageY: 0 };
  entries.set(key, entry);
  for (const oldest of [...entries.keys()].slice(0, -maxEntries)) entries.delete(oldest);
  return entry;
}

/**
 * State of a history entry, such as how much of a list is loaded; Back restores it. `name` must be
 * unique on a page, and its value must always have one type. If a navigation stays on the page, the
 * new entry copies the state.
 */
export function useHistoryEntryState<Value>(name: string, initial: () => Value) {
  const key = useObservable(renderedEntryKey);
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
 * Restores the scroll position after Back or Forward. The router alone would scroll before the rows
 * are loaded, to a wrong position.
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
    renderedEntryKey.set(toLocation.state.__TSR_key);
  });
  router.subscribe('onRendered', ({ toLocation, pathChanged, hrefChanged }) => {
    // Only a dialog opened or closed, but the router scrolled to an old position; this reverses it.
    if (!hrefChanged) {
      if (isHistoryMove) scrollWindow(scrollYBefore);
      return;
    }
    const key = toLocation.state.__TSR_key;
    // Except on the same page at its top, the router has scrolled to the top of the document.
    if (pathChanged || scrollYBefore > 0) openPageAtTop();
    if (!isHistoryMove || key === undefined) return;
    const entry = entries.get(key);
    if (entry) stop = restoreScroll(entry);
  });
}

function storeLink({ target }: MouseEvent): void {
  const key = renderedEntryKey.get();
  if (key === undefined || !(target instanceof Element)) return;
  const link = target.closest('main a[href]');
  getOrAddEntry(key).anchor = link ? anchorOfLink(link) : undefined;
}

function storePosition(entry: ScrollEntry): void {
  entry.pageY = readPageScrollY();
  const { anchor } = entry;
  // True if the anchor is at its previous distance from the window's top.
  const isRestored = anchor && Math.abs(topOf(findAnchorElement(anchor)) - anchor.top) < 1;
  if (!isRestored) entry.anchor = anchorOfRow();
}

/** Identifies a link by its URL and, if it is in a row, by the row. */
function anchorOfLink(link: Element): ScrollAnchor {
  const row = link.closest('[data-row]');
  const list = row ? `${rowSelectorOf(row)} ` : '';
  const selector = `main ${list}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`;
  const index = [...document.querySelectorAll(selector)].indexOf(link);
  return { selector, index, top: topOf(link), isLink: true };
}

/** The first row whose top is in the window; rows above it may get another height. */
function anchorOfRow(): ScrollAnchor | undefined {
  const row = [...document.querySelectorAll('main [data-row]')].find((each) => topOf(each) >= 0);
  return (
    row && { selector: `main ${rowSelectorOf(row)}`, index: 0, top: topOf(row), isLink: false }
  );
}

function rowSelectorOf(row: Element): string {
  return `[data-row="${CSS.escape(row.getAttribute('data-row') ?? '')}"]`;
}

function findAnchorElement({ selector, index }: ScrollAnchor): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>(selector)[index];
}

function topOf(element: Element | undefined): number {
  return element ? element.getBoundingClientRect().top : Number.NaN;
}

/** How long a restoration lasts after the last change of the page and in total, in ms. */
const restorationLimitsMs = { unchanged: 800, total: 5000 } as const;

/** These events, or scrolling by a person, end the restoration. */
const interactionEvents = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Restores a position until the page's rows are loaded or a person interacts; returns a function
 * that ends the restoration.
 */
export function restoreScroll(position: ScrollPosition): () => void {
  const main = document.querySelector('main');
  if (!main) return () => {};
  const releaseHeight = holdHeight(main, position.pageY);
  const lookAgain = createPageChangeCheck(main);
  const begun = performance.now();
  let changedAt = begun;
  let frame = 0;
  markScrollByCode();

  function onFrame(): void {
    const now = performance.now();
    const { drawn, moved } = lookAgain();
    // A page that gets shorter makes the browser scroll, which is not scrolling by a person.
    if (drawn) markScrollByCode();
    if (isScrolledByPerson() || now - begun > restorationLimitsMs.total) {
      stop();
      return;
    }
    scrollToPosition(position);
    focusLink(position.anchor);
    if (drawn || moved) changedAt = now;
    if (now - changedAt > restorationLimitsMs.unchanged) stop();
    else frame = requestAnimationFrame(onFrame);
  }

  function stop(): void {
    cancelAnimationFrame(frame);
    for (const event of interactionEvents) removeEventListener(event, stop, true);
    releaseHeight();
  }

  for (const event of interactionEvents) addEventListener(event, stop, true);
  onFrame();
  return stop;
}

/**
 * Keeps the page as high as the position needs while rows load; returns the function to end this.
 */
function holdHeight(main: HTMLElement, top: number): () => void {
  const { scrollHeight, style } = document.documentElement;
  const rest = scrollHeight - main.offsetHeight;
  main.style.minHeight = `${Math.max(main.offsetHeight, top + innerHeight - rest)}px`;
  // Scroll anchoring would follow an element that is visible only because rows are missing.
  style.overflowAnchor = 'none';
  return () => {
    main.style.minHeight = '';
    style.overflowAnchor = '';
  };
}

/**
 * Returns a function that compares the page with the previous call: `drawn` is true if the page
 * changed or still loads, `moved` if it was scrolled.
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

function scrollToPosition({ pageY, anchor }: ScrollPosition): void {
  const element = anchor && findAnchorElement(anchor);
  const distance = element ? topOf(element) - anchor.top : pageY - readPageScrollY();
  if (Math.abs(distance) >= 1) scrollWindow(scrollY + distance);
}

function focusLink(anchor: ScrollAnchor | undefined): void {
  // The heading gets the focus when a page opens; any other focus was set by a person.
  if (!anchor?.isLink || !document.activeElement?.matches('body, h1')) return;
  findAnchorElement(anchor)?.focus({ preventScroll: true });
}
