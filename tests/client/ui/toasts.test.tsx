// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Toaster } from '#client/ui/messages/toaster.tsx';
import { messages, notify, onToast, type Toast } from '#client/ui/messages/toasts.ts';
import { holdUnsaved, onceSaved } from '#client/ui/form/unsaved.ts';
import { aPhone, aScreen } from '../support/a-screen.tsx';

const region = () => document.querySelector('[data-toasts-said]');
const shown = () =>
  [...document.querySelectorAll('[data-messages] li strong')].map(({ textContent }) => textContent);

/** A page that shows messages. */
async function aPage() {
  const screen = await aScreen(<Toaster />, aPhone());
  await screen.until(() => region() !== null, 'a live region');
  return {
    ...screen,
    shows: async (...titles: string[]) =>
      screen.until(() => String(shown()) === String(titles), titles.join() || 'no message'),
  };
}

/** Says something, and waits until it stands on the page. */
async function says(page: Awaited<ReturnType<typeof aPage>>, toast: Toast): Promise<void> {
  notify(toast);
  await page.shows(toast.title);
}

/** The waits that were begun since, by their length. */
function theWaits() {
  const later = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => later.mockRestore());
  return () => later.mock.calls.map(([, wait]) => Math.round(wait ?? 0));
}

const refusal: Toast = { tone: 'lost', title: 'Tip not posted' };
const success: Toast = { tone: 'won', title: 'Yay!', text: 'Your ticket has been booked' };
const question: Toast = {
  tone: 'waiting',
  title: 'A new version is ready',
  act: { label: 'Reload', onAct: () => undefined },
};

const undone: Toast = {
  tone: 'saved',
  title: 'You no longer follow this tipster',
  undo: () => undefined,
};

/** Done, but with no other way back. */
const discarded: Toast = {
  tone: 'saved',
  title: 'Discarded',
  act: { label: 'Undo', onAct: () => undefined },
};

/** A failure in the colour of what is saved, since nothing was lost. */
const failure: Toast = {
  tone: 'saved',
  title: 'This could not be opened',
  act: { label: 'Retry', onAct: () => undefined },
};

describe('a message', () => {
  test('is shown, and goes where it is clicked', async () => {
    const page = await aPage();
    await says(page, success);

    await page.presses(/Close message/);
    await page.shows();

    expect(shown()).toEqual([]);
  });

  test('is said as a status in a region that is always there', async () => {
    const page = await aPage();

    await says(page, success);

    const status = region()?.querySelector('[role=status][aria-live=polite]');
    expect(status?.textContent).toBe('Yay! Your ticket has been booked');
  });

  test('is said as an alert where it is a refusal', async () => {
    const page = await aPage();

    await says(page, refusal);

    expect(region()?.querySelector('[role=alert]')?.textContent).toBe('Tip not posted');
  });

  test('waits for the page to stand when it comes too early', () => {
    const told: string[] = [];

    notify({ tone: 'waiting', title: 'Early' });
    onTestFinished(onToast(({ title }) => told.push(title)));
    notify({ tone: 'waiting', title: 'In time' });

    expect(told).toEqual(['Early', 'In time']);
  });

  test('is counted for as long as it is shown, for what waits until nothing is', async () => {
    const page = await aPage();
    const counts: number[] = [];
    onTestFinished(messages.subscribe(() => counts.push(messages.count())));

    await says(page, success);
    await page.presses(/Close message/);
    await page.shows();

    expect(counts).toEqual([1, 0]);
  });
});

describe('the time of a message', () => {
  test('is six seconds for what needs no answer', async () => {
    const page = await aPage();
    const waits = theWaits();

    await says(page, success);

    await page.until(() => waits().includes(6000), 'a wait of six seconds');
    expect(shown()).toEqual(['Yay!']);
  });

  test('is fifteen seconds, with its bar, for what can be undone', async () => {
    const page = await aPage();
    const waits = theWaits();

    await says(page, undone);

    await page.until(() => waits().includes(15_000), 'a wait of fifteen seconds');
    const bar = document.querySelector<HTMLElement>('[data-messages] li > [aria-hidden]');
    expect(bar?.style.animationDuration).toBe('15000ms');
  });

  test.each([refusal, question, failure, discarded])('does not end for "$title"', async (toast) => {
    const page = await aPage();
    const waits = theWaits();

    await says(page, toast);

    expect(waits().filter((wait) => wait >= 6000)).toEqual([]);
  });

  test.each([success, undone])('stands still while "$title" is read', async (toast) => {
    const page = await aPage();
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    onTestFinished(() => ended.mockRestore());
    await says(page, toast);
    const before = ended.mock.calls.length;

    (await page.button(/Close message/)).focus();

    await page.until(() => ended.mock.calls.length > before, 'the end of its wait');
    expect(shown()).toEqual([toast.title]);
  });
});

describe('one message at a time', () => {
  test('is shown: the newest, in place of what passes', async () => {
    const page = await aPage();
    await says(page, success);

    await says(page, { tone: 'saved', title: 'Saved on this phone' });
    await page.presses(/Close message/);
    await page.shows();

    expect(shown()).toEqual([]);
  });

  test('is shown: a refusal comes back once what came after it has gone', async () => {
    const page = await aPage();
    await says(page, refusal);

    await says(page, success);
    await page.presses(/Close message/);
    await page.shows('Tip not posted');

    expect(shown()).toEqual(['Tip not posted']);
  });

  test('is shown: what can be undone outlives the next, and can still be undone', async () => {
    const page = await aPage();
    let undos = 0;
    await says(page, { ...undone, undo: () => (undos += 1) });

    await says(page, success);
    await page.presses(/Close message/);
    await page.presses('Undo');
    await page.shows();

    expect(undos).toBe(1);
  });

  test('is shown: two about one thing never stand together', async () => {
    const page = await aPage();
    await says(page, { ...refusal, about: 'tip:1' });

    await says(page, { ...success, about: 'tip:1' });
    await page.presses(/Close message/);
    await page.shows();

    expect(shown()).toEqual([]);
  });

  test('is shown: what adds to another about one thing comes back with it', async () => {
    const page = await aPage();
    await says(page, { ...refusal, about: 'tip:1' });

    await says(page, { ...refusal, title: 'Error', about: 'tip:1', stands: true });
    await page.presses(/Close message/);
    await page.shows('Tip not posted');

    expect(shown()).toEqual(['Tip not posted']);
  });

  test('is shown: what says the same as one that stands takes its place', async () => {
    const page = await aPage();
    await says(page, refusal);
    await says(page, question);

    await says(page, refusal);
    await page.presses(/Close message/);
    await page.shows('A new version is ready');

    expect(shown()).toEqual(['A new version is ready']);
  });
});

describe('something that must not disturb a form', () => {
  test('waits until nothing is unsaved any more', () => {
    const ran: string[] = [];
    const endFirst = holdUnsaved();
    const endSecond = holdUnsaved();

    onceSaved(() => ran.push('offer'));
    endFirst();
    expect(ran).toEqual([]);
    endSecond();

    expect(ran).toEqual(['offer']);
  });

  test('runs at once when no form is open', () => {
    const ran: string[] = [];

    onceSaved(() => ran.push('offer'));

    expect(ran).toEqual(['offer']);
  });
});
