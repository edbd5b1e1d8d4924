import { describe, expect, test } from 'vitest';
import { FixturePage } from '#client/features/slip/fixture-page.tsx';
import { parseSlip } from '#client/data/tips/slip.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import {
  aFixtureRow as fixture,
  aPhoneWithGames,
} from '../../../testing/components/fixture-rows.ts';
import { operationsByKind } from '#sync/operations/registry.ts';

async function open(row: FixtureRow, tab: 'overview' | 'post', phone?: Phone) {
  const page = <FixturePage id={row.id} tab={tab} tips="The tips that hold it" />;
  const at = `/tips/details/${row.id}?tab=${tab}`;
  return aScreen(page, phone ?? (await aPhoneWithGames(row)), { at });
}

describe('the page of a game', () => {
  test('warns in the last quarter of an hour, in the colour of warnings', async () => {
    const screen = await open(fixture({ startsIn: 14 }), 'overview');
    const warning = 'Hurry: closes in 14 min';

    await screen.shows(warning);

    const spans = [...document.querySelectorAll('main span, span')];
    const announcement = spans.find(({ textContent }) => textContent === warning);
    expect(announcement?.classList).toContain('text-saved');
  });
});

describe('a tip on a single game', () => {
  const group = (name: string) =>
    [...document.querySelectorAll('details')].find(
      (details) => details.querySelector('summary')?.textContent === name,
    );

  test('is chosen from the open group Main or the folded group Others', async () => {
    const screen = await open(fixture(), 'post');
    await screen.shows('Choose an option to post it as a tip of its own.');

    expect(group('Main')?.open).toBe(true);
    expect(group('Others')?.open).toBe(false);
    expect(document.querySelectorAll('details button[aria-pressed]')).toHaveLength(51);
    const headings = (name: string) =>
      [...(group(name)?.querySelectorAll('h4, h5') ?? [])].map(({ textContent }) => textContent);
    expect(headings('Main')).toEqual([
      'Match result',
      'Double Chance',
      'Over/Under',
      'Both teams to score',
    ]);
    expect(headings('Others')).toEqual([
      'Draw no bet',
      'Goals',
      'First Goal',
      'Odd/Even',
      'Away to Score',
      'Halves',
      'Half-time/full-time',
      'Highest Scoring Half',
      'Half-time result',
      'Double chance at half-time',
      'Both teams to score in the first half',
    ]);
  });

  test('shows the feed’s price for an option besides 1, X and 2', async () => {
    const screen = await open(fixture({ otherPrices: { '11': 1.9 } }), 'post');

    const over = await screen.button(/Over 2\.5.*, 1\.90, not selected/);
    const under = await screen.button(/Under 2\.5.*, about 1\.\d\d, not selected/);

    expect(over.textContent).toContain('1.90');
    expect(under.textContent).not.toContain('1.90');
  });

  test('is posted with its analysis and stake, and the slip stays unchanged', async () => {
    const phone = await aPhoneWithGames(fixture());
    const draft = { slip: [], stake: 4, analysis: 'For another tip.' };
    await phone.store.documents.put({ name: 'slip', value: draft, fetchedAt: 0 });
    const screen = await open(fixture(), 'post', phone);

    await screen.presses('Chelsea to win, 3.60, not selected');
    await screen.dialog('Post Tip');
    await screen.types('Analysis', 'They have not lost in London.');
    await screen.presses('10');
    await screen.presses('Post Tip');

    await screen.until(() => screen.path() === '/tips/my-tips', 'the saved tips');
    const pending = await screen.pending();
    expect(pending).toHaveLength(1);
    expect(operationsByKind['tip.post'].payload.parse(pending[0]?.payload)).toMatchObject({
      options: [{ fixtureId: 'arsenal-chelsea', oddName: '1X2 - 2', odd: 3.6 }],
      analysis: 'They have not lost in London.',
      stake: 10,
      ifStarted: 'refuse',
    });
    const slip = parseSlip((await phone.store.documents.get('slip'))?.value);
    expect(slip).toMatchObject({ stake: 4, analysis: 'For another tip.' });
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone' }]);
  });

  test('keeps the typed text when the dialog is closed by mistake', async () => {
    const screen = await open(fixture(), 'post');
    await screen.presses(/^Arsenal to win,/);
    await screen.types('Analysis', 'Ten at home unbeaten.');

    await screen.presses('Close');
    await screen.until(() => document.querySelector('[role=dialog]') === null, 'no dialog');
    await screen.presses(/^Draw,/);

    const field = await screen.field('Analysis');
    expect(field instanceof HTMLTextAreaElement && field.value).toBe('Ten at home unbeaten.');
  });

  test('asks for confirmation before unsaved text is left, but not between the tabs of the page', async () => {
    const screen = await open(fixture(), 'post');
    await screen.presses(/^Arsenal to win,/);
    await screen.types('Analysis', 'Ten at home unbeaten.');
    await screen.presses('Close');
    await screen.until(() => document.querySelector('[role=dialog]') === null, 'no dialog');

    (await screen.link('Overview')).click();
    await screen.until(() => !('tab' in screen.search()), 'its other side');
    expect(screen.text()).not.toContain('Leave without saving?');
    screen.goes('/tips');

    await screen.shows('Leave without saving?');
    await screen.presses('Stay');
    expect(screen.path()).toBe('/tips/details/arsenal-chelsea');
  });

  test.each([
    { what: 'has kicked off', row: { startsIn: -2 } },
    { what: 'is postponed', row: { status: 'postponed' as const } },
  ])('cannot be posted if the game $what', async ({ row }) => {
    const screen = await open(fixture(row), 'post');

    await screen.shows('This game takes no tips any more.');

    expect((await screen.button(/^Arsenal to win,/)).hasAttribute('disabled')).toBe(true);
  });
});
