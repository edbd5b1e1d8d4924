import { describe, expect, test } from 'vitest';
import { aReader, tagged } from '../../testing/engine/a-list-reader.ts';
import type { Reply } from '../../testing/server/an-http-server.ts';

const fixtures = { what: 'fixtures' } as const;
const league = (key: string) => ({ key, title: key, group: 'Soccer - Europe', details: key });
const fixture = (id: string) => ({
  id,
  sportKey: 'soccer_epl',
  home: 'Arsenal',
  away: 'Chelsea',
  kickOff: '2026-03-02T15:00:00.000Z',
  status: 'scheduled',
});

describe('fixtures', () => {
  const body = {
    leagues: [league('soccer_italy_serie_a'), league('soccer_epl')],
    fixtures: [fixture('one')],
    pricedAt: '2026-03-01T12:00:00.000Z',
  };

  test('are stored with their leagues, the first league pinned, and requested with their tag', async () => {
    await using reader = await aReader(tagged(body));

    expect(await reader.refresh(fixtures)).toBe('fresh');
    expect(await reader.refresh(fixtures)).toBe('unchanged');

    const leagues = await reader.store.leagues.orderBy('position').toArray();
    expect(leagues.map(({ key }) => key)).toEqual(['soccer_epl', 'soccer_italy_serie_a']);
    expect(await reader.store.fixtures.get('one')).toMatchObject({ kickOffAt: 1772463600000 });
    expect(await reader.store.documents.get('fixtures')).toMatchObject({
      value: { pricedAt: body.pricedAt },
      etag: '"1"',
      fetchedAt: 7,
    });
  });

  test('have the age of the last 304 response', async () => {
    await using reader = await aReader(tagged(body));
    await reader.refresh(fixtures);

    reader.clock.now = 9;
    await reader.refresh(fixtures);

    expect(await reader.store.documents.get('fixtures')).toMatchObject({ fetchedAt: 9 });
  });

  test('that the server does not list any more are deleted', async () => {
    const bodies = [body, { ...body, fixtures: [fixture('two')] }];
    await using reader = await aReader(() => ({ status: 200, body: bodies.shift() }));

    await reader.refresh(fixtures);
    await reader.refresh(fixtures);

    expect(await reader.store.fixtures.toCollection().primaryKeys()).toEqual(['two']);
  });

  test('stay after an invalid response', async () => {
    const answers: Reply[] = [
      { status: 200, body },
      { status: 200, text: '<html>' },
    ];
    await using reader = await aReader(() => answers.shift() ?? 'break');

    await reader.refresh(fixtures);

    expect(await reader.refresh(fixtures)).toBe('failed');
    expect(await reader.refresh(fixtures)).toBe('failed');
    expect(await reader.store.fixtures.count()).toBe(1);
  });
});
