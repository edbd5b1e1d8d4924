import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/desk-history.ts';
import type { HistoryFilter } from '#client/data/desk/desk-calls.ts';
import { DeskHistory } from '#client/features/desk-history/desk-history.tsx';
import { memberId, tipId, tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { savedFiles } from '../../../testing/components/saved-files.ts';

const path = '/api/admin/history';

const entry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 7,
  at: '2026-03-01T12:00:00.000Z',
  by: { id: memberId, name: 'Chi Obi' },
  action: 'leg.correct',
  tipId,
  fixtureId: 'fixture-1',
  game: 'Arsenal Vs Chelsea',
  before: { result: 'won' },
  after: { result: 'lost' },
  reason: 'A typing mistake.',
  ...values,
});

const answers = (entries: readonly AuditEntry[], next?: string) => () =>
  Response.json(entries, { headers: next ? { link: `<${next}>; rel="next"` } : {} });

async function shown(whose: HistoryFilter = {}, onDay = (_day: string | undefined) => {}) {
  return aScreen(<DeskHistory filter={whose} onDay={onDay} />, aPhone(), { configuration });
}

describe('the history of the desk', () => {
  test('shows author, action, time and reason, with links to the author and the ticket', async () => {
    aBackend({ [path]: answers([entry()]) });
    const screen = await shown();

    await screen.shows('Arsenal – Chelsea: corrected from Won to Lost');
    expect(screen.text()).toContain('A typing mistake.');
    expect(screen.text()).toContain('Mar 1, 2026');
    const administrator = await screen.link('Chi Obi');
    expect(administrator.getAttribute('href')).toBe(`/admin/history?by=${memberId}`);
    const ticket = await screen.link(/^Ticket /);
    expect(ticket.getAttribute('href')).toBe(`/admin/history?tip=${tipId}`);
    const correction = await screen.link('Correct tickets');
    expect(correction.getAttribute('href')).toBe('/admin/corrections?fixture=fixture-1');
  });

  test('names the option, and groups one action on many tickets', async () => {
    const together = [7, 6, 5].map((id) =>
      entry({ id, option: '1X2 - 1', tipId: `${tipId.slice(0, -1)}${id}` }),
    );
    aBackend({ [path]: answers([...together, entry({ id: 4, option: '1X2 - X' })]) });
    const screen = await shown();

    await screen.shows('1X2 - X');
    expect(screen.names('ol > li')).toHaveLength(2);
    expect(screen.text()).toMatch(/Arsenal – Chelsea · .?1X2 - 1.?: corrected from Won to Lost/);
    expect(screen.text()).toContain('3 tickets');
  });

  test('is filtered by a game and a day', async () => {
    const { requests } = aBackend({ [path]: answers([entry()]) });
    const screen = await shown({ fixture: 'fixture-1', day: '2026-03-01' });

    await screen.shows('corrected from Won to Lost');
    const from = encodeURIComponent(new Date(2026, 2, 1).toISOString());
    const until = encodeURIComponent(new Date(2026, 2, 2).toISOString());
    expect(requests.map(({ query }) => query)).toEqual([
      `?fixture=fixture-1&from=${from}&until=${until}`,
    ]);
    const game = await screen.link('This game');
    expect(game.getAttribute('href')).toBe('/admin/history?fixture=fixture-1');
    const text = screen.text();
    expect(text.indexOf('Save as a table')).toBeLessThan(text.indexOf('corrected from'));
  });

  test('names no person for an action by rule', async () => {
    const { by: _, ...rest } = entry({ action: 'tip.confirm', after: { outcome: 'won' } });
    aBackend({ [path]: answers([rest]) });
    const screen = await shown();

    await screen.shows('Confirmed: Won');
    expect(screen.text()).toContain('By rule');
  });

  test('loads more entries after the last one', async () => {
    let id = 8;
    const { requests } = aBackend({
      [path]: () => answers([entry({ id: (id -= 1) })], `${path}?before=7`)(),
    });
    const screen = await shown({ by: memberId });

    await screen.presses('Load more');

    await screen.until(() => requests.length === 2, 'a second page is asked for');
    expect(requests.map(({ query }) => query)).toEqual([
      `?by=${memberId}`,
      `?by=${memberId}&before=7`,
    ]);
  });

  test('offers Retry if there was no response', async () => {
    aBackend({});
    const screen = await shown();

    await screen.shows('The history could not be fetched.');
    aBackend({ [path]: answers([]) });
    await screen.presses('Retry');

    await screen.shows('Nothing was done yet.');
    expect(screen.names('li')).toEqual([]);
  });

  // Saving the file navigates this browser, so this test must stay the last.
  test('is downloaded as a table with its filters, by a request with the token', async () => {
    const files = savedFiles();
    const table = () => new Response('at,by\n', { headers: { 'content-type': 'text/csv' } });
    const { requests } = aBackend({ [path]: answers([entry()]), [`${path}.csv`]: table });
    const screen = await shown({ tip: tipsterId });

    await screen.presses('Save as a table (CSV)');

    await screen.until(() => files.length === 1, 'it is saved');
    expect(requests).toContainEqual(
      expect.objectContaining({
        path: `${path}.csv`,
        query: `?tip=${tipsterId}`,
        authorization: expect.stringMatching(/^Bearer /),
      }),
    );
  });
});
