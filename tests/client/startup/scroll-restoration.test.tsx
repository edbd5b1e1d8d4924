import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { scrollWindow } from '#client/startup/page-scroll.ts';
import {
  restoreScroll,
  setUpScrollRestoration,
  useHistoryEntryState,
} from '#client/startup/scroll-restoration.ts';
import { VirtualList } from '#client/ui/list/virtual-list.tsx';
import { tallRows } from '../../testing/components/tall-rows.ts';
import { eventually } from '../../testing/clock/eventually.ts';

/** A list whose rows appear shortly after the page; two rows have equal links. */
function Rows() {
  const [count, setCount] = useHistoryEntryState('rows', () => 2);
  const [there, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>Rows</h1>
      <button onClick={() => setCount(count + 2)}>More</button>
      <nav>
        <Link to="/list" search={{ minOdds: 2 }}>
          Filter
        </Link>
      </nav>
      {there &&
        Array.from({ length: count }, (_, row) => (
          <div key={row} data-row={row}>
            <Link to="/detail" data-number={row}>
              Row
            </Link>
          </div>
        ))}
    </>
  );
}

/** A long list that renders only the rows near the window. */
function ManyRows() {
  const keys = Array.from({ length: 100 }, (_, row) => `row-${row}`);
  return <VirtualList label="Rows" keys={keys} estimate={100} columns draw={linkToDetail} />;
}

const linkToDetail = () => <Link to="/detail">Row</Link>;

function aSite(address = '/list') {
  const root = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
  });
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: Rows });
  const manyRows = createRoute({
    getParentRoute: () => root,
    path: '/many-rows',
    component: ManyRows,
  });
  const detail = createRoute({
    getParentRoute: () => root,
    path: '/detail',
    component: () => <h1>Detail</h1>,
  });
  history.replaceState(null, '', address);
  const router = createRouter({
    routeTree: root.addChildren([list, manyRows, detail]),
    history: createBrowserHistory(),
    scrollRestoration: true,
  });
  setUpScrollRestoration(router);
  const container = document.createElement('div');
  document.body.append(container);
  const app = createRoot(container);
  app.render(<RouterProvider router={router} />);
  onTestFinished(() => {
    app.unmount();
    container.remove();
    router.history.destroy();
  });
  return router;
}

const rows = () => [...document.querySelectorAll<HTMLAnchorElement>('main a[data-number]')];
const button = () => document.querySelector('button');
const filter = () => document.querySelector<HTMLAnchorElement>('nav a');

/** Gives all rows this height, one below the other. */
function rowsAreTall(height: number): void {
  const layout = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  layout.mockImplementation(function (this: HTMLElement) {
    return DOMRect.fromRect({ y: Number(this.dataset['row'] ?? 0) * height - scrollY, height });
  });
  onTestFinished(() => layout.mockRestore());
}

const seesDetail = async () =>
  eventually(() => expect(document.body.textContent).toContain('Detail'));
const seesRows = async (count: number) => eventually(() => expect(rows()).toHaveLength(count));

describe('returning to a page', () => {
  test('restores the visible row if no link of the page was used', async () => {
    rowsAreTall(100);
    const router = aSite();
    await seesRows(2);
    button()?.click();
    await seesRows(4);
    scrollTo({ top: 250, behavior: 'instant' });

    await router.navigate({ to: '/detail' });
    await seesDetail();
    rowsAreTall(160);
    history.back();

    await seesRows(4);
    await eventually(() => expect(scrollY).toBe(430));
    expect(document.activeElement).not.toBe(rows()[3]);
  });

  test('restores the rows of each of two history entries of one page', async () => {
    aSite();
    await seesRows(2);
    button()?.click();
    await seesRows(4);
    filter()?.click();
    await eventually(() => expect(location.search).toBe('?minOdds=2'));
    button()?.click();
    await seesRows(6);

    history.back();
    await seesRows(4);
    history.forward();
    await seesRows(6);
  });
});

describe('a long list', () => {
  const list = () => document.querySelector<HTMLElement>('[role=list]');
  const height = () => Number.parseInt(list()?.style.height ?? '0');
  const estimated = 100 * 100 + 99 * 12;

  /** Opens the long list; its first rows were measured and are taller than the estimate. Returns the total height. */
  async function aMeasuredList(): Promise<number> {
    turnsTo(390);
    tallRows(300);
    scrollTo({ top: 0, behavior: 'instant' });
    aSite('/many-rows');
    await eventually(() => expect(height()).toBeGreaterThan(estimated));
    return height();
  }

  function turnsTo(width: number): void {
    Object.assign(window, { innerWidth: width });
    dispatchEvent(new Event('resize'));
  }

  async function goesOn(): Promise<void> {
    document.querySelector<HTMLAnchorElement>('main a')?.click();
    await seesDetail();
  }

  /** Goes back to the list with a lower scroll position, where the rows are not measured yet. */
  async function comesBackFurtherDown(): Promise<void> {
    tallRows(100);
    scrollTo({ top: 6000, behavior: 'instant' });
    history.back();
    await eventually(() => expect(list()).not.toBeNull());
  }

  test('keeps its height when the phone is rotated to two columns and back', async () => {
    const before = await aMeasuredList();
    tallRows(500);
    turnsTo(1200);
    await eventually(() => expect(height()).not.toBe(before));
    await goesOn();
    turnsTo(390);
    await comesBackFurtherDown();
    expect(height()).toBe(before);
  });
});

/** The page whose scroll position is restored, without a router; `at` is the link's distance from the top. */
function aPage({ at }: { at?: number } = {}) {
  const main = document.createElement('main');
  main.innerHTML = at === undefined ? '<h1>Rows</h1>' : '<h1>Rows</h1><a href="/detail">Row</a>';
  const link = main.querySelector('a');
  const page = { main, link, at };
  if (link) {
    link.getBoundingClientRect = () => DOMRect.fromRect({ y: (page.at ?? 0) - scrollY });
  }
  document.body.append(main);
  scrollTo({ top: 0, behavior: 'instant' });
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  onTestFinished(() => {
    main.remove();
    vi.useRealTimers();
  });
  return page;
}

const anchor = { selector: 'main a', index: 0, top: 100, isLink: true };
const passes = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
const isRestored = ({ main }: { main: HTMLElement }) => main.style.minHeight !== '';

describe('a scroll position is restored', () => {
  test('on a page that keeps the necessary height until it stops changing', () => {
    const page = aPage();
    restoreScroll({ pageY: 900 });

    expect(page.main.style.minHeight).toBe(`${900 + innerHeight}px`);
    expect(document.documentElement.style.overflowAnchor).toBe('none');
    passes(700);
    expect(isRestored(page)).toBe(true);
    passes(300);
    expect(isRestored(page)).toBe(false);
    expect(document.documentElement.style.overflowAnchor).toBe('');
  });

  test('when its link moves, and its link has the focus', () => {
    const page = aPage({ at: 1000 });
    restoreScroll({ pageY: 900, anchor });
    expect(document.activeElement).toBe(page.link);

    page.at = 1500;
    passes(700);
    expect(scrollY).toBe(1400);
    page.at = 1600;
    passes(700);
    expect(scrollY).toBe(1500);
  });

  test('while the page continues to change', () => {
    const page = aPage();
    restoreScroll({ pageY: 900 });
    passes(700);
    page.main.append(document.createElement('p'));
    passes(700);
    expect(isRestored(page)).toBe(true);
  });

  test('while the page is being fetched, for at most five seconds', () => {
    const page = aPage();
    page.main.innerHTML = '<div class="skeleton"></div>';
    restoreScroll({ pageY: 900, anchor });
    passes(4900);
    expect(isRestored(page)).toBe(true);
    passes(200);
    expect(isRestored(page)).toBe(false);
  });

  test.each([
    { why: 'its link is gone', position: { pageY: 900, anchor }, scrolls: true },
    { why: 'the page is too short', position: { pageY: 900 }, scrolls: false },
  ])('for the usual time if $why', ({ position, scrolls }) => {
    const page = aPage();
    const scroll = vi.spyOn(globalThis, 'scrollTo');
    if (!scrolls) scroll.mockImplementation(() => undefined);
    onTestFinished(() => scroll.mockRestore());
    restoreScroll(position);
    passes(1000);
    expect(isRestored(page)).toBe(false);
  });

  test('until the person scrolls by any means', () => {
    const page = aPage({ at: 1000 });
    restoreScroll({ pageY: 900, anchor });
    passes(100);
    scrollTo({ top: 300, behavior: 'instant' });
    passes(100);
    expect(scrollY).toBe(300);
    expect(isRestored(page)).toBe(false);
  });

  test.each([
    {
      after: 'the browser scrolled because rows were inserted',
      move: (main: HTMLElement) => {
        main.append(document.createElement('p'));
        scrollTo({ top: 640, behavior: 'instant' });
      },
    },
    { after: 'a list scrolled because its rows were measured', move: () => scrollWindow(950) },
  ])('even after $after', ({ move }) => {
    const page = aPage({ at: 1000 });
    restoreScroll({ pageY: 900, anchor });
    passes(100);
    move(page.main);
    passes(100);
    expect(scrollY).toBe(900);
    expect(isRestored(page)).toBe(true);
  });

  test.for(['pointerdown', 'wheel', 'keydown'])('until a %s event', (event) => {
    const page = aPage({ at: 1000 });
    restoreScroll({ pageY: 900, anchor });
    passes(100);
    page.main.dispatchEvent(new Event(event, { bubbles: true }));
    expect(isRestored(page)).toBe(false);
    page.at = 2000;
    passes(100);
    expect(scrollY).toBe(900);
  });
});
