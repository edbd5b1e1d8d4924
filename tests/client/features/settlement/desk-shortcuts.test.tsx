import { describe, expect, test } from 'vitest';
import { fixture } from '../../../testing/engine/desk-samples.ts';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import type { Screen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { presses } from '../../../testing/components/keys.ts';
import {
  changed,
  draw,
  home,
  other,
  played,
  settling,
} from '../../../testing/components/settling.tsx';

const kinds = async (screen: Screen) => (await screen.pending()).map(({ kind }) => kind);

describe('keyboard commands at the desk', () => {
  const press = (key: string, shiftKey = false) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
    );

  const pressesTwice = async (key: string) => {
    press(key);
    await new Promise((resolve) => setTimeout(resolve));
    press(key);
  };

  // No earlier test may open the dialog, because the dialog's code stays loaded.
  test('have no effect once a dialog asks for a reason', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.shows('Accept all 9 legs');

    press('v');
    await screen.until(() => screen.names('li[aria-current]').length === 0, 'no option is marked');
    press('a');
    press('c');
    await screen.dialog('Choose game status');

    expect(document.activeElement).toBe(await screen.field('Reason'));
    expect(await screen.pending()).toEqual([]);
  });

  test('decide the options one after the other', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.shows('Accept all 9 legs');

    press('a');
    await screen.queued();
    press('d');
    await screen.until(
      async () => JSON.stringify(await screen.pending()).includes('"lost"'),
      'the second is decided',
    );

    expect(await screen.pending()).toMatchObject([
      {
        payload: {
          results: [
            { oddsId: 1, result: 'won' },
            { oddsId: 2, result: 'lost' },
          ],
        },
      },
    ]);
    await screen.shows('1 more');
    press('z');
    await screen.until(
      async () => !JSON.stringify(await screen.pending()).includes('"lost"'),
      'the last is taken back',
    );
  });

  test('decide the next option although a decided option is no longer an exception', async () => {
    const openProposal = { result: 'ask' as const, fact: { code: 'awarded' as const } };
    const exception = changed(home, { proposal: openProposal });
    const phone = await aPhoneWithDesk([played({ selections: [draw, exception] })]);
    const screen = await settling(phone);
    await screen.shows('You decide');

    press('a');
    await screen.shows('Decided');
    press('d');

    await screen.shows('9 legs: 6 won, 3 lost');
    await screen.hides('Accept');
    expect(await screen.pending()).toMatchObject([
      {
        payload: {
          results: [
            { oddsId: 1, result: 'won' },
            { oddsId: 2, result: 'lost' },
          ],
        },
      },
    ]);
  });

  test('decide the option that has the focus', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));

    (await screen.button('Void Draw')).focus();
    press('d');

    expect(await screen.queued()).toMatchObject([
      { payload: { results: [{ oddsId: 2, result: 'lost' }] } },
    ]);
  });

  test('accept all options of a game, and open the next game', async () => {
    const screen = await settling(await aPhoneWithDesk([played(), other()]));
    await screen.shows('Accept all 9 legs');

    press('A', true);
    await screen.shows('Lens to win');

    expect(await screen.queued()).toMatchObject([{ payload: { fixtureId: 'fixture-1' } }]);
    press('ArrowUp');
    await screen.until(
      () => screen.text().includes('1 game decided') || screen.text().includes('2 options decided'),
      'the act is told of',
    );
  });

  test('also select options that an outdated result decided', async () => {
    const differs = changed(draw, { pending: 0, won: 3, differing: 3 });
    const screen = await settling(await aPhoneWithDesk([played({ selections: [home, differs] })]));
    await screen.shows('Accept all 9 legs');
    press('a');
    await screen.shows('Decided');
    press('d');
    await screen.hides('decided otherwise by an earlier result');
    expect(await screen.pending()).toMatchObject([
      {
        payload: {
          results: [
            { oddsId: 1, result: 'won' },
            { oddsId: 2, result: 'lost' },
          ],
        },
      },
    ]);
  });

  test('confirm once and undo once if a key is pressed twice', async () => {
    const ready = Array.from({ length: 300 }, () =>
      serverTip({ id: crypto.randomUUID(), tipsterId, options: [leg({ result: 'won' })] }),
    );
    const screen = await settling(await aPhoneWithDesk([played()], ready));
    await screen.shows('300 tickets are ready');

    await pressesTwice('c');
    await screen.presses('Confirm');
    await screen.shows('Confirm 300 tickets Saved on this phone');
    expect(await kinds(screen)).toEqual(['tips.confirm', 'tips.confirm']);
    await pressesTwice('z');
    await screen.shows('300 tickets are ready');

    // The undo removes the unsent operations instead of queueing their opposite.
    expect(await kinds(screen)).toEqual([]);
  });

  test('type the score without any focus in the boxes', async () => {
    const missing = fixture({ kickOff: hoursAgo(3) });
    const screen = await settling(await aPhoneWithDesk([missing]));
    await screen.shows('Without a result 1');

    press('2');

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Half-time: Arsenal');
  });

  test('have no effect in a text field and after they are turned off', async () => {
    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.presses('DECLINE Arsenal to win');
    const reason = await screen.field('Reason');
    reason.focus();
    press('a');
    press('c');
    await screen.presses('Close');

    await screen.presses('Keys');
    await screen.until(() => !screen.text().includes('next exception'), 'the keys are off');
    presses('a');
    expect(await screen.pending()).toEqual([]);
    await screen.presses('Keys');
  });

  test('stay off on this device, and are off if the page does not show their switch', async () => {
    const acceptsAll = [{ payload: { results: [{ ifPending: true }, { ifPending: true }] } }];
    const before = await settling(await aPhoneWithDesk([played()]));
    await before.presses('Keys');
    before.leaves();

    const screen = await settling(await aPhoneWithDesk([played()]));
    await screen.shows('Accept all 9 legs');
    press('a');
    await screen.presses('Accept all 9 legs');
    expect(await screen.queued()).toMatchObject(acceptsAll);
    await screen.presses('Keys');
    screen.leaves();

    const phone = await aPhoneWithDesk([played()]);
    const narrow = await settling(phone, { width: 390, at: 'fixture-1' });
    await narrow.shows('Accept all 9 legs');
    press('a');
    await narrow.presses('Accept all 9 legs');
    expect(await narrow.queued()).toMatchObject(acceptsAll);
  });
});
