import { describe, expect, test } from 'vitest';
import type { CorrectionPreview, DeskFixture } from '#contract/desk.ts';
import { CorrectionDesk } from '#client/features/corrections/correction-desk.tsx';
import { findOptionByName } from '#domain/catalogue.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { fixture, fixtureId, selection } from '../../../testing/engine/desk-samples.ts';
import { memberId, tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, hoursAgo, storeDesk } from '../../../testing/components/desk.ts';

const path = `/api/admin/corrections/${fixtureId}`;

const wrong = fixture({
  status: 'played',
  score: { fullTime: [0, 0] },
  selections: [selection({ tickets: 0, own: 0, pending: 0, confirmedDiffering: 14 })],
});
const preview =
  (values: Partial<CorrectionPreview> = {}, shown: DeskFixture = wrong) =>
  () =>
    Response.json({
      fixture: shown,
      selections: [{ oddsId: 1, tickets: 14, own: 1, won: 14, lost: 0, void: 0, becomes: 'lost' }],
      tickets: 14,
      own: 1,
      tipsters: [{ id: tipsterId, name: 'Ada Obi', tickets: 14, before: 1.91, after: -2 }],
      ...values,
    });

const aPhoneWith = async (...fixtures: DeskFixture[]) => aPhoneWithDesk(fixtures);

describe('confirmed tickets that differ from the corrected result', () => {
  test('are listed by game, with their number', async () => {
    const screen = await aScreen(
      <CorrectionDesk fixtureId={undefined} />,
      await aPhoneWith(wrong, fixture({ id: 'fixture-2' })),
    );

    await screen.shows('14 confirmed tickets are decided otherwise');
    const link = await screen.link(/Arsenal – Chelsea 0–0/);
    expect(link.getAttribute('href')).toBe(`/admin/corrections?fixture=${fixtureId}`);
    expect(screen.names('li')).toHaveLength(1);
  });

  test('are not listed if every ticket agrees', async () => {
    const screen = await aScreen(
      <CorrectionDesk fixtureId={undefined} />,
      await aPhoneWith(fixture()),
    );

    await screen.shows('Every confirmed ticket agrees with the result of its games.');
    expect(screen.names('a')).toEqual([]);
  });
});

describe('a correction of a game', () => {
  test('shows its effect on each tipster first, and is queued with its reason', async () => {
    const { requests } = aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });

    await screen.shows('14 tickets · 14 Won');
    expect(screen.text()).toContain('Ada Obi');
    expect(screen.text()).toContain('−3.91 units');
    expect(screen.text()).toContain('1 ticket of your own is left to somebody else.');
    await screen.types('Reason', 'A typing mistake.');
    await screen.presses('Correct 14 tickets');

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'fixture.correct',
        memberId,
        baseVersion: 3,
        payload: {
          fixtureId,
          game: 'Arsenal Vs Chelsea',
          version: 3,
          results: [{ oddsId: 1, result: 'lost' }],
          reason: 'A typing mistake.',
        },
      },
    ]);
    expect(requests.map(({ query }) => query)).toEqual(['']);
    await screen.until(() => screen.path() === '/admin/corrections', 'the list is back');
  });

  test('can contradict the rules, with another preview', async () => {
    const { requests } = aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });

    await screen.presses('Void');

    await screen.until(() => requests.length === 2, 'another preview is asked for');
    expect(decodeURIComponent(requests[1]?.query ?? '')).toBe('?results=1:void');
  });

  test('keeps its reason when another result of the game arrives', async () => {
    aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });
    await screen.types('Reason', 'The score was right.');
    const changed = { ...wrong, version: 4, score: { fullTime: [0, 1] as [number, number] } };
    aBackend({ [path]: preview({}, changed) });

    await storeDesk(phone, [changed]);

    await screen.until(() => screen.names('h2').join().includes('0–1'), 'the result is shown');
    expect(await screen.field('Reason')).toHaveProperty('value', 'The score was right.');
  });

  test('keeps its reason while there is no connection', async () => {
    aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });
    await screen.types('Reason', 'The score was right.');
    aBackend({});
    await screen.presses('Void');
    await screen.shows('can be told only online');
    expect(screen.names('button')).not.toContain('Correct 14 tickets');
    aBackend({ [path]: preview() });

    await screen.presses('Retry');

    await screen.shows('14 tickets · 14 Won');
    expect(await screen.field('Reason')).toHaveProperty('value', 'The score was right.');
  });

  test('needs a connection, because only the server knows its effect', async () => {
    aBackend({});
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });

    await screen.shows('can be told only online');
    aBackend({ [path]: preview() });
    await screen.presses('Retry');

    await screen.shows('14 tickets · 14 Won');
    expect(screen.names('button')).toContain('Correct 14 tickets');
  });
});

describe('an option of a corrected game', () => {
  test.each([
    { when: 'the tickets that the person saw', again: true, over: { over: true } },
    { when: 'no tickets that were corrected after the tap', again: false, over: {} },
  ])('overrules $when', async ({ again, over }) => {
    const selections = (voided: number) => [
      { oddsId: 1, tickets: 14, own: 1, won: 14 - voided, lost: 0, void: voided },
    ];
    const shows = (voided: number) => {
      const becomes = { becomes: 'lost' as const };
      const all = selections(voided).map((one) => ({ ...one, ...becomes }));
      aBackend({ [path]: preview({ selections: all }) });
    };
    shows(0);
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });
    await screen.shows('14 tickets · 14 Won');
    shows(3);
    await screen.presses('Lost');
    await screen.shows('3 Void');
    if (again) await screen.presses('Lost');
    await screen.types('Reason', 'A typing mistake.');
    await screen.presses('Correct 14 tickets');

    expect(await screen.queued()).toMatchObject([
      { payload: { results: [{ oddsId: 1, result: 'lost', ...over }] } },
    ]);
    const [operation] = await screen.pending();
    expect(JSON.stringify(operation?.payload).includes('over')).toBe(again);
  });
});

describe('a game whose result is wrong', () => {
  const right = fixture({
    kickOff: hoursAgo(100),
    status: 'played',
    score: { fullTime: [5, 0] },
    selections: [],
  });
  const nothing = { tickets: 0, own: 0, tipsters: [] };

  /** Opens the correction page of a game that is not on the desk any more. */
  async function opened(values: Partial<CorrectionPreview> = {}) {
    const { requests } = aBackend({ [path]: preview({ ...nothing, ...values }, right) });
    const phone = await aPhoneWith();
    const screen = await aScreen(<CorrectionDesk fixtureId={fixtureId} />, phone, {
      configuration,
    });
    return { requests, phone, screen };
  }

  test('can be changed on the correction page, although the game has left the desk', async () => {
    const { phone, screen } = await opened();

    await screen.shows('Nothing is to be corrected.');
    await screen.types('Full time: Arsenal', '0');
    await screen.presses('Save Arsenal – Chelsea');

    await screen.shows('Saved on this phone');
    expect(await readOutbox(phone.store)).toMatchObject([
      {
        kind: 'result.set',
        baseVersion: 3,
        payload: { fixtureId, status: 'played', fullTime: [0, 0] },
      },
    ]);
    expect(screen.text()).not.toContain('Nothing is to be corrected.');
    expect(screen.text()).toContain('shown once the server has it');
  });

  test('shows its effect on tickets once the server has accepted it', async () => {
    const { requests, phone, screen } = await opened();
    await screen.types('Full time: Arsenal', '0');
    await screen.presses('Save Arsenal – Chelsea');
    await screen.shows('Saved on this phone');
    expect(requests).toHaveLength(1);
    const corrected = { ...right, score: { fullTime: [0, 0] as [number, number] }, version: 4 };
    aBackend({ [path]: preview({}, corrected) });

    const ack = { status: 200, version: 4, at: Date.now() };
    await phone.store.operations.toCollection().modify({ state: 'acked', ack });

    await screen.shows('14 tickets · 14 Won');
    await phone.store.operations.clear();
    await screen.hides('Saved on this phone');
    expect(screen.names('button')).toContain('Correct 14 tickets');
    expect(await screen.field('Full time: Arsenal')).toHaveProperty('value', '0');
  });

  test('asks for the first goal if a confirmed ticket needs it', async () => {
    const oddsId = findOptionByName('First Goal - 1')?.oddsId ?? 0;
    const ticketCounts = { oddsId, tickets: 1, own: 0, won: 1, lost: 0, void: 0 };
    const { screen } = await opened({ selections: [ticketCounts] });
    await screen.shows('Nothing is to be corrected.');
    expect(screen.text()).not.toContain('A ticket needs it');

    await screen.types('Full time: Arsenal', '1');
    await screen.types('Full time: Chelsea', '1');

    await screen.shows('A ticket needs it, and the score does not say it.');
  });
});
