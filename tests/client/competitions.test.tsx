// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { CompetitionTable } from '#contract/records.ts';
import { RunningContext } from '#client/data/device/running.ts';
import { CompetitionsPage } from '#client/features/competitions/competitions-page.tsx';
import type { Engine } from '#sync/engine.ts';
import { competition, competitionRow } from '../sync/support/records.ts';
import { anAnsweredEngine } from './support/an-answered-engine.ts';
import { aPhone, aScreen, type Phone } from './support/a-screen.tsx';

const id = (number: number) => `0195a000-0000-7000-8000-00000000010${number}`;

async function aPhoneThatHas(...tables: [name: string, value: CompetitionTable][]): Promise<Phone> {
  const phone = aPhone();
  const fetchedAt = Date.UTC(2026, 10, 20, 12);
  await phone.publicStore.documents.bulkPut(
    tables.map(([name, value]) => ({ name, value, fetchedAt })),
  );
  return phone;
}

/** The page with an address around it, as the router gives it one. */
function Competitions({ first, engine }: { first?: string; engine?: Engine }) {
  const [month, setMonth] = useState(first);
  const page = <CompetitionsPage month={month} onMonth={setMonth} />;
  if (!engine) return page;
  const running = { engine, configuration: undefined, failure: undefined, retry: () => undefined };
  return <RunningContext value={running}>{page}</RunningContext>;
}

function unranked(number: number, settled: number) {
  const { rank: _, ...row } = competitionRow({ tipsterId: id(number), lastName: `N${number}` });
  return { ...row, settled };
}

/** The rows as they are heard. */
const lines = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td, th')]
      .map((cell) => {
        const heard = document.createElement('p');
        heard.innerHTML = cell.innerHTML;
        heard.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove());
        return heard.textContent;
      })
      .join(' | '),
  );

describe('the table of a month', () => {
  test('ranks by units, shows shared ranks, and those below the minimum apart', async () => {
    const rows = [
      competitionRow({ tipsterId: id(1), lastName: 'A', flatProfit: 6.4 }),
      competitionRow({ rank: 2, tipsterId: id(2), lastName: 'B', flatProfit: 3 }),
      competitionRow({ rank: 2, tipsterId: id(3), lastName: 'C', flatProfit: 3 }),
      competitionRow({ rank: 4, tipsterId: id(4), lastName: 'D', flatProfit: -1.5 }),
      unranked(5, 4),
    ];
    const phone = await aPhoneThatHas(['competition', competition({ rows })]);

    const screen = await aScreen(<Competitions />, phone);

    // The name of the month stands there before its rows have been read.
    await screen.says('Amara A');
    expect(lines()).toEqual([
      '1 | Amara A12 settled · 66.7% won | 12 | 66.7% | +6.40',
      '2, shared | Amara B12 settled · 66.7% won | 12 | 66.7% | +3.00',
      '2, shared | Amara C12 settled · 66.7% won | 12 | 66.7% | +3.00',
      '4 | Amara D12 settled · 66.7% won | 12 | 66.7% | -1.50',
      'Amara N54 settled · 66.7% won | 4 | 66.7% | +6.40',
    ]);
    expect(screen.text()).toContain('2=');
    expect(screen.text()).toContain('Without a rank yet');
    expect(screen.text()).toContain('A rank needs 5 settled tickets in the month.');
    expect(screen.text()).toContain('How it is worked out');
    expect((await screen.link('Amara A')).getAttribute('href')).toBe(`/tipster/profile/${id(1)}`);
  });

  test('of an earlier month is on the phone once it was seen', async () => {
    const earlier = competition({
      month: '2026-10',
      rows: [competitionRow({ firstName: 'October', lastName: 'Winner' })],
    });
    const phone = await aPhoneThatHas(
      ['competition', competition()],
      ['competition:2026-10', earlier],
    );

    const screen = await aScreen(<Competitions first="2026-10" />, phone);

    await screen.says('October Winner');
    expect([...document.querySelectorAll('option')].map((month) => month.textContent)).toEqual([
      'November 2026',
      'October 2026',
    ]);
  });

  test('that has not been here says so without a connection, and can be asked for again', async () => {
    const phone = await aPhoneThatHas(['competition', competition()]);
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(<Competitions first="2026-10" engine={engine} />, phone);

    const retry = await screen.button('Retry');
    expect(retry.parentElement?.parentElement?.textContent).toContain(
      'This table could not be fetched, and it has not been on this phone yet.',
    );
  });

  test('without a settled ticket leads to the month before', async () => {
    const phone = await aPhoneThatHas([
      'competition',
      competition({ rows: [], months: ['2026-10'] }),
    ]);

    const screen = await aScreen(<Competitions />, phone);

    await screen.button('October 2026');
    expect(screen.text()).toContain('No ticket of November 2026 has been settled yet.');
  });

  test('is asked for by its month, and by nothing while it runs', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, ({ searchParams }) => ({
      body: competition({ month: searchParams.get('month') ?? '2026-11' }),
    }));

    const screen = await aScreen(<Competitions first="2026-10" engine={engine} />, phone);
    await screen.says('October 2026');
    const { documents } = phone.publicStore;
    await screen.until(async () => (await documents.get('competition')) !== undefined, 'kept');

    const asked = engine.asked.map(({ pathname, search }) => pathname + search);
    expect(new Set(asked)).toEqual(
      new Set(['/api/competitions', '/api/competitions?month=2026-10']),
    );
  });
});
