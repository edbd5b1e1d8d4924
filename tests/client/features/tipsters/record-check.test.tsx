import { describe, expect, test } from 'vitest';
import { RecordCheckPanel } from '#client/features/tipsters/record-check-panel.tsx';
import { aProvenRecord, type ProvenRecord } from '../../../testing/engine/proven-record.ts';
import { tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { aTipster } from '../../../testing/components/a-tipster.ts';

const answersOf = ({ tips, histories, record }: ProvenRecord) => ({
  [`/api/tipsters/${tipsterId}/record`]: () => Response.json(record),
  // These tips are finished, so an honest server does not list them as open.
  [`/api/tipsters/${tipsterId}/tips`]: () => Response.json(tips),
  '/proof/histories': () => Response.json(histories),
});

async function aCheck(phone: Phone = aPhone()) {
  return aScreen(
    <RecordCheckPanel tipster={aTipster()} window="all" onStart={() => undefined} />,
    phone,
    { configuration },
  );
}

describe('"Check this record"', () => {
  test('names the wrong tip and the wrong figure, in plain words', async () => {
    const proven = await aProvenRecord(4, new Date());
    Object.assign(proven.tips[1] ?? {}, { creationTime: '2026-01-01T00:00:00.000Z' });
    Object.assign(proven.record.windows.all, { flatProfit: 9 });
    aBackend(answersOf(proven));
    const screen = await aCheck();

    await screen.presses('Check this record');

    await screen.shows('3 of 4 verified on this phone');
    expect(screen.text()).toContain('It arrived at another time than is shown.');
    expect(screen.text()).toContain(
      'Units, flat stakes: the profile shows +9.00, the tips add up to +2.00.',
    );
    const named = document.querySelector('[role=alert] a');
    expect(named?.getAttribute('href')).toBe(`/tip/${proven.tips[1]?.id}#receipt`);
  });

  test('shows its progress, and can be cancelled', async () => {
    const answers = answersOf(await aProvenRecord(3, new Date()));
    const cancelled = Promise.withResolvers<void>();
    const lateAnswers = Object.entries(answers).map(([path, answer]) => [
      path,
      async () => cancelled.promise.then(answer),
    ]);
    const { requests } = aBackend(Object.fromEntries(lateAnswers));
    const screen = await aCheck();

    await screen.presses('Check this record');
    await screen.until(() => document.querySelector('progress') !== null, 'a progress bar');
    await screen.until(() => requests.length > 0, 'a request');
    await screen.presses('Cancel');
    cancelled.resolve();

    await screen.button('Check this record');
    expect(document.querySelector('progress')).toBeNull();
    expect(screen.text()).not.toContain('verified on this phone');
    expect(requests.map(({ path }) => path)).not.toContain('/proof/histories');
  });

  test('asks for a connection, and continues later', async () => {
    aBackend({});
    const screen = await aCheck();

    await screen.presses('Check this record');

    await screen.shows('The server cannot be reached. A check needs a connection.');
    aBackend(answersOf(await aProvenRecord(3, new Date())));
    await screen.presses('Go on checking');
    await screen.shows('3 of 3 verified on this phone');
    expect(screen.text()).not.toContain('The server cannot be reached.');
  });

  test('shows its last result on this phone', async () => {
    aBackend(answersOf(await aProvenRecord(3, new Date())));
    const phone = aPhone();
    const first = await aCheck(phone);
    await first.presses('Check this record');
    await first.shows('3 of 3 verified on this phone');
    first.leaves();

    const later = await aCheck(phone);

    await later.shows('Last check on this phone: 3 of 3 verified');
    expect(await later.button('Check this record')).toBeDefined();
  });
});
