import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { registerUnsavedForm, runWhenSaved } from '#client/ui/form/unsaved-forms.ts';
import { Messages } from '#client/ui/messages/messages.tsx';
import { notify, registerMessageReceiver, type Toast } from '#client/ui/messages/toasts.ts';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

const region = () => document.querySelector('[data-announcements]');
const titles = (selector: string) =>
  [...document.querySelectorAll(`${selector} strong`)].map(({ textContent }) => textContent);
/** Titles of the visible messages, newest first. */
const shown = () => titles('[data-sonner-toast][data-removed=false][data-visible=true]');

/** A page that shows messages. */
async function aPage({ width = 390 } = {}) {
  const screen = await aScreen(<Messages topBar={{ current: null }} mayLoad />, aPhone(), {
    width,
  });
  await screen.until(
    () => document.querySelector('section[aria-label=Messages]') !== null,
    'a place for messages',
  );
  onTestFinished(async () => {
    for (const close of document.querySelectorAll<HTMLElement>('[data-sonner-toast] button')) {
      if (/Close/.test(close.textContent)) close.click();
    }
    await screen.until(() => document.querySelector('[data-sonner-toast]') === null, 'no message');
  });
  return {
    ...screen,
    shows: async (...expected: string[]) =>
      screen.until(() => String(shown()) === String(expected), expected.join() || 'no message'),
  };
}

/** Shows a message, and waits until it is rendered. */
async function show(page: Awaited<ReturnType<typeof aPage>>, toast: Toast): Promise<void> {
  notify(toast);
  await page.until(() => shown()[0] === toast.title, toast.title);
}

/** Presses a button of the message in front. */
function press(name: RegExp): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-front=true] button')];
  buttons.find(({ textContent }) => name.test(textContent))?.click();
}

/** Returns a function that lists the delays, in milliseconds, of all timers started from now on. */
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
  action: { label: 'Reload', run: () => undefined },
};

const undone: Toast = {
  tone: 'saved',
  title: 'You no longer follow this tipster',
  undo: () => undefined,
};

/** A failure that shows the colour of saved changes, because nothing was lost. */
const failure: Toast = {
  tone: 'saved',
  title: 'This could not be opened',
  action: { label: 'Retry', run: () => undefined },
};

describe('a message', () => {
  test('is shown, and a click opens its page', async () => {
    const page = await aPage();
    // This message stays until it is closed.
    await show(page, refusal);

    press(/Close message/);

    await page.shows();
    expect(shown()).toEqual([]);
  });

  test.each([
    { toast: success, role: 'status', words: 'Yay! Your ticket has been booked' },
    { toast: refusal, role: 'alert', words: 'Tip not posted' },
  ])('is announced once, by the permanent region as $role', async ({ toast, role, words }) => {
    const page = await aPage();

    await show(page, toast);

    expect(region()?.querySelector(`[role=${role}]`)?.textContent).toBe(words);
    const messagesSection = document.querySelector('section[aria-label=Messages]');
    expect(messagesSection?.getAttribute('aria-live')).toBe('off');
  });

  test('waits until the page is rendered', () => {
    const received: string[] = [];

    notify({ tone: 'waiting', title: 'Early' });
    onTestFinished(registerMessageReceiver({ show: ({ title }) => received.push(title) }));
    notify({ tone: 'waiting', title: 'In time' });

    expect(received).toEqual(['Early', 'In time']);
  });
});

describe('the duration of a message', () => {
  test.each([
    [success, 6000],
    [undone, 15_000],
  ])('is shown by a bar for %j: %d ms', async (toast, duration) => {
    const page = await aPage();
    const waits = theWaits();

    await show(page, toast);

    await page.until(() => waits().includes(duration), `a wait of ${duration} ms`);
    const bar = document.querySelector<HTMLElement>('[data-sonner-toast] [data-progress]');
    expect(bar?.style.animationDuration).toBe(`${duration}ms`);
  });

  test.each([refusal, question, failure])('does not end for "$title"', async (toast) => {
    const page = await aPage();
    const waits = theWaits();

    await show(page, toast);

    expect(waits().filter((wait) => wait >= 6000)).toEqual([]);
    expect(document.querySelector('[data-progress]')).toBeNull();
  });

  test('is paused while the message has the focus', async () => {
    const page = await aPage();
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    onTestFinished(() => ended.mockRestore());
    await show(page, success);
    const before = ended.mock.calls.length;

    (await page.button(/Close message/)).focus();

    await page.until(() => ended.mock.calls.length > before, 'the end of its wait');
    await page.until(() => document.querySelector('[data-progress]') === null, 'no bar');
    expect(shown()).toEqual([success.title]);
  });
});

describe('messages on a phone', () => {
  test('are shown one at a time, newest first, and unread ones return', async () => {
    const page = await aPage();
    await show(page, refusal);
    await show(page, success);
    expect(shown()).toEqual(['Yay!']);

    press(/Close message/);

    await page.shows('Tip not posted');
  });

  test('keep their undo while a newer one covers them', async () => {
    const page = await aPage();
    let undos = 0;
    await show(page, { ...undone, undo: () => (undos += 1) });
    await show(page, success);
    press(/Close message/);
    await page.shows(undone.title);

    press(/Undo/);
    await page.shows();

    expect(undos).toBe(1);
  });
});

describe('messages on a desktop', () => {
  test('are shown together, at most eight', async () => {
    const page = await aPage({ width: 1280 });

    for (let number = 1; number <= 9; number += 1) {
      notify({ ...refusal, title: `Refusal ${number}` });
    }
    await page.until(() => shown()[0] === 'Refusal 9', 'nine messages');

    expect(shown()).toHaveLength(8);
  });
});

describe('messages about one subject', () => {
  test('replace each other', async () => {
    const page = await aPage({ width: 1280 });
    await show(page, { ...refusal, subject: 'tip:1' });

    await show(page, { ...success, subject: 'tip:1' });

    await page.shows('Yay!');
    expect(shown()).toEqual(['Yay!']);
  });

  test('are both shown if one adds to the other', async () => {
    const page = await aPage({ width: 1280 });
    await show(page, { ...refusal, subject: 'tip:1' });

    await show(page, { ...refusal, title: 'Error', subject: 'tip:1', adds: true });

    expect(shown()).toEqual(['Error', 'Tip not posted']);
  });

  test('without a subject replace each other if their texts are equal', async () => {
    const page = await aPage({ width: 1280 });
    await show(page, refusal);
    await show(page, question);

    await show(page, refusal);

    await page.shows('Tip not posted', 'A new version is ready');
    expect(shown()).toHaveLength(2);
  });
});

describe('an action that must not disturb a form', () => {
  test('waits until nothing is unsaved', () => {
    const ran: string[] = [];
    const endFirst = registerUnsavedForm();
    const endSecond = registerUnsavedForm();

    runWhenSaved(() => ran.push('offer'));
    endFirst();
    expect(ran).toEqual([]);
    endSecond();

    expect(ran).toEqual(['offer']);
  });

  test('runs at once when no form is open', () => {
    const ran: string[] = [];

    runWhenSaved(() => ran.push('offer'));

    expect(ran).toEqual(['offer']);
  });
});
