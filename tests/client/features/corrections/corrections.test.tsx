// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { CorrectionPreview, DeskFixture, ProposedCorrection } from '#contract/desk.ts';
import { Corrections } from '#client/features/corrections/corrections.tsx';
import { optionNamed } from '#domain/catalogue.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { fixture, fixtureId, selection } from '../../../testing/engine/desk-samples.ts';
import { memberId, tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, hoursAgo, storesDesk } from '../../../testing/components/desk.ts';

const path = `/api/admin/corrections/${fixtureId}`;

const wrong = fixture({
  status: 'played',
  score: { fullTime: [0, 0] },
  selections: [selection({ tickets: 0, own: 0, pending: 0, confirmedDiffering: 14 })],
});
const proposed = {
  by: { id: tipsterId, name: 'Bisi Ade' },
  at: '2026-03-01T12:00:00.000Z',
  reason: 'A typing mistake.',
  results: [{ oddsId: 1, result: 'lost' as const }],
};

const preview =
  (values: Partial<CorrectionPreview> = {}, shown: DeskFixture = wrong) =>
  () =>
    Response.json({
      fixture: shown,
      selections: [{ oddsId: 1, tickets: 14, own: 1, won: 14, lost: 0, void: 0, becomes: 'lost' }],
      tickets: 14,
      old: 0,
      own: 1,
      tipsters: [{ id: tipsterId, name: 'Ada Obi', tickets: 14, before: 1.91, after: -2 }],
      ...values,
    });

const aPhoneWith = async (...fixtures: DeskFixture[]) => aPhoneWithDesk(fixtures);

describe('what was confirmed and is wrong by now', () => {
  test('is listed by game, with how many tickets it is', async () => {
    const screen = await aScreen(
      <Corrections fixtureId={undefined} />,
      await aPhoneWith(wrong, fixture({ id: 'fixture-2' })),
    );

    await screen.shows('14 confirmed tickets are decided otherwise');
    const link = await screen.link(/Arsenal – Chelsea 0–0/);
    expect(link.getAttribute('href')).toBe(`/admin/corrections?fixture=${fixtureId}`);
    expect(screen.names('li')).toHaveLength(1);
  });

  test('is listed too where somebody proposed to correct what is old', async () => {
    const old = fixture({ proposed: [proposed], selections: [] });
    const screen = await aScreen(<Corrections fixtureId={undefined} />, await aPhoneWith(old));

    await screen.shows('Bisi Ade proposed a correction');
    expect(screen.names('li')).toHaveLength(1);
  });

  test('is nothing where every ticket agrees', async () => {
    const screen = await aScreen(
      <Corrections fixtureId={undefined} />,
      await aPhoneWith(fixture()),
    );

    await screen.shows('Every confirmed ticket agrees with the result of its games.');
    expect(screen.names('a')).toEqual([]);
  });
});

describe('a correction of a game', () => {
  test('says before what it does to whom, and is queued with its reason', async () => {
    const { requests } = aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });

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

  test('may go against the rules, whose preview is asked for', async () => {
    const { requests } = aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });

    await screen.presses('Void');

    await screen.until(() => requests.length === 2, 'another preview is asked for');
    expect(decodeURIComponent(requests[1]?.query ?? '')).toBe('?results=1:void');
  });

  test('that another administrator proposed says who and why, and is theirs to second', async () => {
    const shown = { ...wrong, proposed: [proposed] };
    const { requests } = aBackend({ [path]: preview({ old: 14 }, shown) });
    const phone = await aPhoneWith(shown);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });

    await screen.shows('Bisi Ade proposed this Mar 1, 2026');
    expect(screen.text()).toContain('two administrators have to agree');
    expect(decodeURIComponent(requests[0]?.query ?? '')).toBe('?results=1:lost');
    await screen.presses('Correct 14 tickets');

    expect(await screen.queued()).toMatchObject([{ payload: { reason: 'A typing mistake.' } }]);
  });

  test('that one proposed oneself waits for another, without a button', async () => {
    const mine = { ...proposed, by: { id: memberId, name: 'Chi Obi' } };
    const shown = { ...wrong, proposed: [mine] };
    aBackend({ [path]: preview({ old: 14 }, shown) });
    const phone = await aPhoneWith(shown);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });

    await screen.shows('Another administrator has to carry it out.');
    expect(screen.names('button')).not.toContain('Correct 14 tickets');

    await screen.types('Reason', 'The score was right.');
    await screen.presses('Withdraw the proposal');
    await screen.queued();
    const payload = { fixtureId, version: 3, results: [], reason: 'The score was right.' };
    expect(await screen.pending()).toMatchObject([{ kind: 'fixture.correct', payload }]);
  });

  test('that two administrators proposed for different options is one’s own to second', async () => {
    const mine = { ...proposed, by: { id: memberId, name: 'Chi Obi' } };
    const theirs = { ...proposed, results: [{ oddsId: 33, result: 'void' as const }] };
    const shown = { ...wrong, proposed: [mine, theirs] };
    const ticketCounts = { tickets: 7, own: 0, won: 7, lost: 0, void: 0 };
    const selections = [
      { ...ticketCounts, oddsId: 1, becomes: 'lost' as const },
      { ...ticketCounts, oddsId: 33, becomes: 'void' as const },
    ];
    const { requests } = aBackend({ [path]: preview({ old: 14, selections }, shown) });
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, await aPhoneWith(shown), {
      configuration,
    });

    await screen.shows('Bisi Ade proposed this');
    expect(screen.text()).toContain('You proposed this');
    expect(screen.names('button')).toContain('Withdraw the proposal');
    expect(decodeURIComponent(requests[0]?.query ?? '')).toBe('?results=1:lost,33:void');
    await screen.presses('Correct 14 tickets');
    await screen.queued();
    const results = [...mine.results, ...theirs.results];
    expect(await screen.pending()).toMatchObject([{ payload: { results } }]);
  });

  test('keeps its reason while another result is taken in', async () => {
    aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });
    await screen.types('Reason', 'The score was right.');
    const changed = { ...wrong, version: 4, score: { fullTime: [0, 1] as [number, number] } };
    aBackend({ [path]: preview({}, changed) });

    await storesDesk(phone, [changed]);

    await screen.until(() => screen.names('h2').join().includes('0–1'), 'the result is shown');
    expect(await screen.field('Reason')).toHaveProperty('value', 'The score was right.');
  });

  test('keeps its reason while the connection is away', async () => {
    aBackend({ [path]: preview() });
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });
    await screen.types('Reason', 'The score was right.');
    aBackend({});
    await screen.presses('Void');
    await screen.shows('can be told only online');
    expect(screen.names('button')).not.toContain('Correct 14 tickets');
    aBackend({ [path]: preview({ old: 14 }) });

    await screen.presses('Retry');

    await screen.shows('two administrators have to agree');
    expect(await screen.field('Reason')).toHaveProperty('value', 'The score was right.');
  });

  test('waits for a connection, which alone tells what it would do', async () => {
    aBackend({});
    const phone = await aPhoneWith(wrong);
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });

    await screen.shows('can be told only online');
    aBackend({ [path]: preview() });
    await screen.presses('Retry');

    await screen.shows('14 tickets · 14 Won');
    expect(screen.names('button')).toContain('Correct 14 tickets');
  });
});

describe('options of a game that another administrator proposed to correct', () => {
  const proposes = (values: Partial<ProposedCorrection>) => ({
    ...wrong,
    proposed: [{ ...proposed, ...values }],
  });
  const newer = { at: '2026-03-01T12:05:00.000Z', reason: 'The new reason.' };

  /** The page of such a game, with the server's preview of two options. */
  async function opened() {
    const lastQuery = () => decodeURIComponent(requests.at(-1)?.query ?? '');
    const { requests } = aBackend({
      [path]: () => {
        const selections = [1, 33].map((oddsId) => {
          const becomes = (['won', 'lost', 'void'] as const).find((result) =>
            lastQuery().includes(`${oddsId}:${result}`),
          );
          return {
            oddsId,
            tickets: 7,
            own: 0,
            won: 7,
            lost: 0,
            void: 0,
            ...(becomes && { becomes }),
          };
        });
        return preview({ selections, own: 0 }, proposes({}))();
      },
    });
    const phone = await aPhoneWith(proposes({}));
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });
    await screen.shows('A typing mistake.');
    return {
      phone,
      screen,
      taps: (option: RegExp, result: string) => {
        const choices = [...document.querySelectorAll('[role=group]')];
        const choice = choices.find((one) => option.test(one.getAttribute('aria-label') ?? ''));
        const buttons = [...(choice?.querySelectorAll('button') ?? [])];
        buttons.find(({ textContent }) => textContent === result)?.click();
      },
      isRequested: async (results: string) =>
        screen.until(() => lastQuery() === `?results=${results}`, `${results} is asked for`),
      corrects: async () => {
        const button = await screen.button('Correct 14 tickets');
        await screen.until(() => !button.hasAttribute('aria-disabled'), 'what it would do is told');
        button.click();
        await screen.queued();
        return (await screen.pending())[0]?.payload;
      },
    };
  }

  test('follow the newest proposal and its reason, but those that one has chosen', async () => {
    const { phone, taps, isRequested, corrects } = await opened();
    taps(/Both teams/, 'Void');
    await isRequested('1:lost,33:void');

    await storesDesk(phone, [proposes({ ...newer, results: [{ oddsId: 1, result: 'void' }] })]);

    await isRequested('1:void,33:void');
    expect(await corrects()).toEqual(
      expect.objectContaining({
        reason: newer.reason,
        results: [
          { oddsId: 1, result: 'void' },
          { oddsId: 33, result: 'void', over: true },
        ],
      }),
    );
  });

  test.each([
    { when: 'before it came', again: false, over: {} },
    { when: 'again after it came', again: true, over: { over: true } },
  ])('and that one chose $when go over a proposal accordingly', async ({ again, over }) => {
    const { phone, screen, taps, isRequested, corrects } = await opened();
    taps(/Arsenal to win/, 'Void');
    await isRequested('1:void');
    await storesDesk(phone, [proposes(newer)]);
    await screen.shows(newer.reason);
    if (again) taps(/Arsenal to win/, 'Void');

    expect(await corrects()).toHaveProperty('results', [{ oddsId: 1, result: 'void', ...over }]);
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

  /** The page of a game that has left the desk. */
  async function opened(values: Partial<CorrectionPreview> = {}) {
    const { requests } = aBackend({ [path]: preview({ ...nothing, ...values }, right) });
    const phone = await aPhoneWith();
    const screen = await aScreen(<Corrections fixtureId={fixtureId} />, phone, { configuration });
    return { requests, phone, screen };
  }

  test('gets the right one on the page of its correction, though the desk has it no more', async () => {
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

  test('tells what that does to tickets once the server has it', async () => {
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

  test('asks who scored first where a confirmed ticket needs it', async () => {
    const oddsId = optionNamed('First Goal - 1')?.oddsId ?? 0;
    const ticketCounts = { oddsId, tickets: 1, own: 0, won: 1, lost: 0, void: 0 };
    const { screen } = await opened({ selections: [ticketCounts] });
    await screen.shows('Nothing is to be corrected.');
    expect(screen.text()).not.toContain('A ticket needs it');

    await screen.types('Full time: Arsenal', '1');
    await screen.types('Full time: Chelsea', '1');

    await screen.shows('A ticket needs it, and the score does not say it.');
  });
});
