import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What somebody left at an entry of the history. */
type Left = {
  /** What the lists of its page are to be found with again. */
  kept: Map<string, unknown>;
  scrollY: number;
  /** The link that led on from it, and where in the window it stood. */
  link?: { place: string; number: number; top: number } | undefined;
};

const entries = new Map<string, Left>();
/** So many are kept; of older ones the position is all that is found again. */
const most = 50;

/** The entry of the history that is up; undefined where the router keeps its history elsewhere. */
function entryNow(): string | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('__TSR_key' in state)) return undefined;
  return String(state.__TSR_key);
}

function leftAt(key: string): Left {
  const known = entries.get(key);
  if (known) return known;
  const left: Left = { kept: new Map(), scrollY: 0 };
  entries.set(key, left);
  for (const oldest of [...entries.keys()].slice(0, -most)) entries.delete(oldest);
  return left;
}

/**
 * State of a page, such as how far its list was loaded, that whoever comes back to it finds again. `name`
 * is the only one of its kind on the page, and `Value` is always the same for it.
 */
export function useKept<Value>(name: string, initial: () => Value) {
  const [value, setValue] = useState<Value>(() => {
    const key = entryNow();
    const kept = key === undefined ? undefined : entries.get(key)?.kept;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was kept under this name
    return kept?.has(name) ? (kept.get(name) as Value) : initial();
  });
  // After every drawing: an address that is replaced is another entry.
  useEffect(() => {
    const key = entryNow();
    if (key !== undefined) leftAt(key).kept.set(name, value);
  });
  return [value, setValue] as const;
}

/**
 * Makes going back lead to where somebody was: the router scrolls there before the rows have come, and so
 * to another place. The page is held as long as it was until they are there, and the link that led on has
 * the focus again.
 */
export function comeBackTo(
  router: Pick<AnyRouter, 'subscribe'> & { history: RouterHistory },
): void {
  let goesBack = false;
  let letGo = () => {};
  document.addEventListener('click', noteLink, true);
  router.history.subscribe(({ action }) => {
    goesBack = action.type !== 'PUSH' && action.type !== 'REPLACE';
  });
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    const key = fromLocation?.state.__TSR_key;
    if (key !== undefined) leftAt(key).scrollY = scrollY;
    letGo();
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const key = toLocation.state.__TSR_key;
    // What lies over a page has an entry of the same key.
    if (!goesBack || key === undefined || fromLocation?.state.__TSR_key === key) return;
    const left = entries.get(key);
    if (left) letGo = hold(left);
  });
}

function noteLink({ target }: MouseEvent): void {
  const key = entryNow();
  if (key === undefined || !(target instanceof Element)) return;
  const link = target.closest('main a[href]');
  leftAt(key).link = link ? placeOf(link) : undefined;
}

/** How a link is found again: by its row where it is in a list, and by where it leads. */
function placeOf(link: Element): NonNullable<Left['link']> {
  const row = link.closest('[data-row]')?.getAttribute('data-row');
  const list = typeof row === 'string' ? `[data-row="${CSS.escape(row)}"] ` : '';
  const place = `main ${list}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`;
  const number = [...document.querySelectorAll(place)].indexOf(link);
  return { place, number, top: link.getBoundingClientRect().top };
}

function findLink({ place, number }: NonNullable<Left['link']>): HTMLElement | undefined {
  return document.querySelectorAll<HTMLElement>(place)[number];
}

/** How long a page is held after the last change, and at most, in milliseconds. */
const patience = { afterChange: 800, atMost: 5000 } as const;

/** Whoever does any of this goes on from where they are. */
const goesOn = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Holds the window where it was while the rows of the page come; what it returns ends that. */
function hold({ scrollY, link }: Left): () => void {
  const main = document.querySelector('main');
  if (!main) return () => {};
  const { style } = document.documentElement;
  const rest = document.documentElement.scrollHeight - main.offsetHeight;
  const begun = performance.now();
  let changed = begun;
  let frame = 0;
  // Otherwise the browser keeps in its place what only stood in the window for want of rows.
  style.overflowAnchor = 'none';
  main.style.minHeight = `${Math.max(main.offsetHeight, scrollY + innerHeight - rest)}px`;

  function place(): void {
    const there = link && findLink(link);
    const off = link && there ? there.getBoundingClientRect().top - link.top : 0;
    const to = link && there ? window.scrollY + off : scrollY;
    if (Math.abs(to - window.scrollY) >= 1) {
      scrollTo({ top: to, behavior: 'instant' });
      changed = performance.now();
    }
    // The heading takes it whenever a page opens.
    if (document.activeElement?.matches('body, h1')) there?.focus({ preventScroll: true });
    if (link && !there) changed = performance.now();
    const now = performance.now();
    if (now - changed > patience.afterChange || now - begun > patience.atMost) end();
    else frame = requestAnimationFrame(place);
  }

  function end(): void {
    cancelAnimationFrame(frame);
    for (const event of goesOn) removeEventListener(event, end, true);
    style.overflowAnchor = '';
    if (main) main.style.minHeight = '';
  }

  for (const event of goesOn) addEventListener(event, end, { capture: true, passive: true });
  place();
  return end;
}
