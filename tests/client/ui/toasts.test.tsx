// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Toaster } from '#client/ui/messages/toaster.tsx';
import { messages, notify, onToast } from '#client/ui/messages/toasts.ts';
import { holdUnsaved, onceSaved } from '#client/ui/form/unsaved.ts';
import { aPhone, aScreen } from '../support/a-screen.tsx';

const region = () => document.querySelector('[data-toasts-said]');
// One that is closed counts until it is removed: the library removes it 200 ms later.
const shown = () => [...document.querySelectorAll('[data-sonner-toast]')];

describe('a message', () => {
  test('is shown until it is clicked away, and said in a region that is always there', async () => {
    const screen = await aScreen(<Toaster />, aPhone());
    await screen.until(() => region() !== null, 'a live region');
    expect(region()?.getAttribute('aria-live')).toBe('polite');

    notify({ tone: 'won', title: 'Yay!', text: 'Your ticket has been booked' });

    await screen.until(() => shown().length === 1, 'a toast');
    expect(region()?.textContent?.trim()).toBe('Yay! Your ticket has been booked');

    await screen.presses('Close message');
    await screen.until(() => shown().length === 0, 'no toast');
  });

  test('waits for the page to stand when it comes too early', () => {
    const told: string[] = [];

    notify({ tone: 'waiting', title: 'Early' });
    onTestFinished(onToast(({ title }) => told.push(title)));
    notify({ tone: 'waiting', title: 'In time' });

    expect(told).toEqual(['Early', 'In time']);
  });

  test('is counted for as long as it is shown, for what waits until nothing is', async () => {
    const screen = await aScreen(<Toaster />, aPhone());
    await screen.until(() => region() !== null, 'a live region');
    const counts: number[] = [];
    onTestFinished(messages.subscribe(() => counts.push(messages.count())));

    notify({ tone: 'saved', title: 'Saved on this phone' });
    await screen.until(() => shown().length === 1, 'a toast');
    await screen.presses('Close message');
    await screen.until(() => shown().length === 0, 'no toast');

    expect(counts[0]).toBe(1);
    expect(messages.count()).toBe(0);
  });

  test('is one of eight at most', async () => {
    const screen = await aScreen(<Toaster />, aPhone());
    await screen.until(() => region() !== null, 'a live region');

    for (let number = 1; number <= 10; number += 1) {
      notify({ tone: 'waiting', title: `Message ${number}` });
    }

    await screen.until(() => screen.text().includes('Message 10'), 'the last message');
    await screen.until(() => shown().length === 8, 'eight toasts');
    const titles = shown().map((toast) => toast.querySelector('p')?.textContent);
    expect(titles).not.toContain('Message 1');
    expect(titles).not.toContain('Message 2');
    expect(titles).toContain('Message 10');
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
