import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import { loadClubs } from '#client/clubs.ts';
import { SeasonImport } from '#client/features/results/season-import.tsx';
import { fixture } from '../../../testing/engine/desk-samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const day = 24 * 3_600_000;
const kickOff = new Date(Date.now() - day).toISOString();
const arsenal = fixture({ kickOff });
const fulham = fixture({ id: 'fixture-2', home: 'Fulham', away: 'Brighton', kickOff });

async function importing(fixtures: DeskFixture[]) {
  return aScreen(<SeasonImport fixtures={fixtures} />, aPhone());
}

describe('pasted results', () => {
  test('are listed first, and then each is queued for its fixture', async () => {
    const screen = await importing([arsenal, fulham]);

    await screen.types(
      'Or paste results',
      'Arsenal 2-1 (1-0) Chelsea\nLens 0-0 Lille\nFulham 3-3 Brighton',
    );
    await screen.shows('2 games of the desk are among them. 1 result is of another game.');
    expect(await screen.pending()).toEqual([]);
    await screen.presses('Set 2 results');

    await screen.shows('2 results Saved on this phone');
    expect(await screen.pending()).toMatchObject([
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
      { payload: { fixtureId: 'fixture-2', fullTime: [3, 3] } },
    ]);
  });

  test('replace another result only if the administrator ticks that', async () => {
    const set = {
      ...arsenal,
      status: 'played' as const,
      score: { fullTime: [5, 0] as [number, number] },
    };
    const screen = await importing([set, fulham]);
    await screen.types('Or paste results', 'Arsenal 2-1 Chelsea\nFulham 3-3 Brighton');
    await screen.button('Set 1 result');
    await screen.shows('Another result');

    await screen.chooses(/Arsenal – Chelsea/);

    await screen.button('Set 2 results');
    await screen.presses('Set 2 results');
    await screen.shows('2 results Saved on this phone');
    expect(await screen.pending()).toHaveLength(2);
  });

  test('that cannot be parsed change nothing, and the line is shown', async () => {
    const screen = await importing([arsenal]);

    await screen.types('Or paste results', 'Arsenal 2-1 (3-0) Chelsea');

    await screen.shows('This could not be read. Nothing was changed.');
    expect(screen.text()).toContain('Arsenal 2-1 (3-0) Chelsea');
    expect(screen.names('button')).toEqual([]);
  });
});

test('a chosen season file is parsed', async () => {
  await loadClubs();
  const screen = await importing([arsenal]);
  const date = kickOff.slice(0, 10);
  const match = {
    date,
    team1: 'Arsenal FC',
    team2: 'Chelsea FC',
    score: { ft: [4, 0], ht: [2, 0] },
  };
  const file = new File([JSON.stringify({ matches: [match] })], '2030-31_en.1.json');
  const field = await screen.field('Season file');

  Object.defineProperty(field, 'files', { value: [file] });
  field.dispatchEvent(new Event('change', { bubbles: true }));

  await screen.presses('Set 1 result');
  await screen.shows('1 result Saved on this phone');
  expect(await screen.pending()).toMatchObject([
    { payload: { fullTime: [4, 0], halfTime: [2, 0] } },
  ]);
});
