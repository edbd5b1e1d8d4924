import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import { loadMessages } from '#client/data/language.ts';
import { ResultsPage } from '#client/features/results/results-page.tsx';
import { listAllowedStatuses } from '#client/features/desk/result-draft.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { fixtureStatuses } from '#domain/fixture.ts';
import { translated } from '../../../../locales/catalogues.ts';
import { fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { aScreen, type Phone, type Screen } from '../../../testing/components/a-screen.tsx';
import { chooseOption, presses } from '../../../testing/components/keys.ts';

const over = (values: Partial<DeskFixture> = {}) => fixture({ kickOff: hoursAgo(3), ...values });
const lens = over({ id: 'fixture-2', home: 'Lens', away: 'Brest', kickOff: hoursAgo(2.8) });

async function results(...fixtures: DeskFixture[]) {
  const phone = await aPhoneWithDesk(fixtures);
  return aScreen(<ResultsPage />, phone);
}

/** Types digits one by one, each into the box that is focused at that moment. */
async function typesDigits(screen: Screen, digits: string): Promise<void> {
  (await screen.field('Half-time: Arsenal')).focus();
  for (const digit of digits) {
    const box = document.activeElement;
    if (!(box instanceof HTMLInputElement)) throw new Error(`No box for ${digit}.`);
    await screen.types(box.getAttribute('aria-label') ?? '', digit);
  }
}

const inFocus = () => document.activeElement?.getAttribute('aria-label');
const arsenal = 'Save Arsenal – Chelsea';

describe('the result of a game', () => {
  test('is typed digit by digit, and then the next row has the focus', async () => {
    const screen = await results(over(), lens);

    await typesDigits(screen, '1021');
    expect(inFocus()).toBe('Full time: Chelsea');
    await screen.presses(arsenal);

    expect(inFocus()).toBe('Half-time: Lens');
    expect(await screen.queued()).toMatchObject([
      {
        kind: 'result.set',
        baseVersion: 3,
        payload: {
          fixtureId: 'fixture-1',
          game: 'Arsenal Vs Chelsea',
          status: 'played',
          halfTime: [1, 0],
          fullTime: [2, 1],
        },
      },
    ]);
    await screen.shows('Saved on this phone');
  });

  test('shows at once why it is impossible, and is not saved', async () => {
    const screen = await results(over());

    await typesDigits(screen, '30');
    expect(screen.text()).not.toContain('cannot');
    await screen.types('Full time: Arsenal', '2');
    await screen.types('Full time: Chelsea', '0');

    await screen.shows('Half-time cannot have more goals than full time.');
    await screen.presses(arsenal);
    expect(await screen.pending()).toEqual([]);
  });

  test('shows which goals are missing when it is saved', async () => {
    const screen = await results(over());

    await typesDigits(screen, '1');
    await screen.presses(arsenal);

    await screen.shows('Half-time needs both sides, or neither.');
    expect(inFocus()).toBe('Half-time: Chelsea');
    await screen.types('Half-time: Chelsea', '0');
    await screen.presses(arsenal);
    await screen.shows('The full-time score is missing.');
    expect(await screen.pending()).toEqual([]);
  });

  const firstGoal = selection({ oddsId: findOptionByName('First Goal - 1')?.oddsId ?? 0 });
  const noGoal = selection({ oddsId: findOptionByName('First Goal - No Goal')?.oddsId ?? 0 });

  test.each([
    { who: 'if a ticket needs it and the score does not show it', digits: '1121', goal: true },
    { who: 'not if the first half shows it', digits: '1021', goal: false },
    { who: 'not if only "No Goal" was picked', digits: '1121', goal: false, selections: [noGoal] },
  ])('asks for the first goal $who', async ({ digits, goal, selections = [firstGoal] }) => {
    const screen = await results(over({ selections }));

    await typesDigits(screen, digits);
    await screen.until(() => screen.names('[role=status]').length > 0, 'the row is there');

    expect(screen.text().includes('A ticket needs it')).toBe(goal);
  });

  test('moves the focus with Enter to the first goal, and contains that goal', async () => {
    const screen = await results(over({ selections: [firstGoal] }));
    await typesDigits(screen, '1121');

    presses('Enter');
    expect(document.activeElement).toBe(await screen.field('Not known'));
    await screen.chooses('Chelsea');
    await screen.presses(arsenal);

    expect(await screen.queued()).toMatchObject([{ payload: { firstGoal: 'away' } }]);
  });

  test('is only a status if the game was not played', async () => {
    const screen = await results(over());

    await chooseOption('select[aria-label=Status]', 'postponed');
    await expect.poll(() => screen.names('[data-box]')).toEqual([]);
    await screen.presses(arsenal);

    await screen.queued();
    const [row] = await screen.pending();
    expect(row?.payload).toEqual({
      fixtureId: 'fixture-1',
      game: 'Arsenal Vs Chelsea',
      status: 'postponed',
    });
  });

  test('shows a result that another administrator saves while it is being typed', async () => {
    const phone = await aPhoneWithDesk([over()]);
    const screen = await aScreen(<ResultsPage />, phone);
    await typesDigits(screen, '10');

    const theirs = over({
      status: 'played',
      score: { halfTime: [1, 0], fullTime: [2, 2] },
      firstGoal: 'home',
      version: 4,
    });
    const document = await phone.store.documents.get('desk');
    const value = Object.assign({}, document?.value, { fixtures: [theirs] });
    await phone.store.documents.put({ name: 'desk', value, fetchedAt: Date.now() });

    await screen.shows('Somebody else saved 2–2 (1–0), first goal: Arsenal meanwhile');
    expect(await screen.field('Half-time: Arsenal')).toHaveProperty('value', '1');
  });
});

test.each([
  { hours: 3, refused: [] },
  { hours: 1, refused: ['played'] },
  { hours: -1, refused: ['in-play', 'abandoned', 'played'] },
])('$hours hours after kick-off, no status is offered before its whistle', ({ hours, refused }) => {
  const offered = listAllowedStatuses(fixture({ kickOff: hoursAgo(hours) }), new Date());

  expect(fixtureStatuses.filter((status) => !offered.includes(status))).toEqual(refused);
});

describe('a typed result that is not saved', () => {
  const known = over({ status: 'played', score: { fullTime: [3, 1] } });

  test('is still typed when the page is opened again, until it is saved', async () => {
    const phone = await aPhoneWithDesk([over()]);
    const before = await aScreen(<ResultsPage />, phone);
    await typesDigits(before, '1021');
    await before.until(async () => (await typed(phone)).length === 1, 'the digits are kept');
    before.leaves();

    const after = await aScreen(<ResultsPage />, phone);

    await after.until(
      async () => Reflect.get(await after.field('Full time: Chelsea'), 'value') === '1',
      'the digits are back',
    );
    await after.presses(arsenal);
    await after.shows('Saved on this phone');
    expect(await after.pending()).toMatchObject([
      { payload: { halfTime: [1, 0], fullTime: [2, 1] } },
    ]);
    await expect.poll(async () => typed(phone)).toEqual([]);
  });

  test('is shown instead of the previous result, in any language', async () => {
    const phone = await aPhoneWithDesk([over({ status: 'in-play' })]);
    const before = await aScreen(<ResultsPage />, phone);
    await typesDigits(before, '1021');
    await before.until(async () => (await typed(phone)).length === 1, 'the digits are kept');
    before.leaves();

    const after = await aScreen(<ResultsPage />, phone);
    const messages = await translated('fr');
    await loadMessages('fr', async () => ({ messages }));

    await after.shows('Pas encore joué');
    await after.until(
      async () => Reflect.get(await after.field('Fin du match: Chelsea'), 'value') === '1',
      'the digits are back',
    );
    expect(after.text()).not.toContain('entre-temps');
  });

  test('is not reported as saved before this phone has stored it', async () => {
    const phone = await aPhoneWithDesk([known]);
    const screen = await aScreen(<ResultsPage />, phone);
    await screen.types('Full time: Chelsea', '2');
    phone.store.operations.hook('creating', () => {
      throw new Error('This phone stores nothing more.');
    });

    await screen.presses(arsenal);

    await screen.until(() => screen.toasts.length === 1, 'it is told');
    expect(screen.toasts).toMatchObject([{ title: 'Result not saved' }]);
    expect(screen.names('[role=status]').join(' ')).not.toContain('Saved');
    expect(await screen.field('Full time: Chelsea')).toHaveProperty('value', '2');
  });
});

async function typed({ store }: Phone): Promise<unknown[]> {
  return store.documents.where('name').startsWith('result-').toArray();
}
