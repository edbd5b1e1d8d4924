// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { useFollows, useProfile } from '#client/data/member-row-queries.ts';
import { useOwnTips } from '#client/data/tips/own-tip-queries.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import {
  memberId,
  profile,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

/** Shows the values of hooks and records all of them. */
function aWindow() {
  const answers: unknown[] = [];
  function Lists() {
    const saved = useOwnTips({ booked: false });
    const booked = useOwnTips({ booked: true });
    const own = useProfile();
    const follows = useFollows();
    answers.push(saved && booked && own !== undefined && follows ? 'known' : 'waiting');
    return (
      <p>
        saved {saved?.map(({ id }) => id.slice(-2)).join(' ')}; booked{' '}
        {booked?.map(({ id }) => id.slice(-2)).join(' ')}; name {own?.firstName}; follows{' '}
        {String(follows?.get(tipsterId)?.following)};
      </p>
    );
  }
  return { answers, Lists };
}

const queues = {
  booking: async ({ store }: Phone) =>
    enqueue(store, { memberId, kind: 'tip.book', payload: { tipId } }),
  follow: async ({ store }: Phone) =>
    enqueue(store, {
      memberId,
      kind: 'follow.set',
      payload: { tipsterId, following: true },
    }),
  profile: async ({ store }: Phone) =>
    enqueue(store, {
      memberId,
      kind: 'profile.save',
      payload: { ...profile(), firstName: 'Adaeze' },
    }),
  tip: async ({ store }: Phone) =>
    enqueue(store, {
      memberId,
      kind: 'tip.post',
      payload: tipPayload({ id: '0195a000-0000-7000-8000-0000000000ff' }),
    }),
};

async function aPhoneWithRows(): Promise<Phone> {
  const phone = aPhone();
  await phone.store.tips.put({ ...serverTip(), booked: 0 });
  await phone.store.documents.put({ name: 'profile', value: profile(), fetchedAt: 0 });
  return phone;
}

describe('what a screen shows', () => {
  // The first test, because later ones find the code of the effects loaded.
  test('never goes back to waiting when the first operation is queued', async () => {
    const phone = await aPhoneWithRows();
    const { Lists, answers } = aWindow();
    const screen = await aScreen(<Lists />, phone);
    await screen.shows('name Ada;');

    await queues.profile(phone);

    await screen.shows('name Adaeze;');
    expect(answers.slice(answers.indexOf('known'))).not.toContain('waiting');
  });

  test('is what the server said, while nothing is pending', async () => {
    const { Lists } = aWindow();

    const screen = await aScreen(<Lists />, await aPhoneWithRows());

    await screen.shows('saved 0a; booked ; name Ada; follows undefined;');
    expect(await screen.pending()).toEqual([]);
  });

  test.each([
    { pending: 'booking' as const, shownText: 'saved ; booked 0a;' },
    { pending: 'follow' as const, shownText: 'follows true;' },
    { pending: 'profile' as const, shownText: 'name Adaeze;' },
    { pending: 'tip' as const, shownText: 'saved ff 0a;' },
  ])('has a queued $pending folded in at once', async ({ pending, shownText }) => {
    const phone = await aPhoneWithRows();
    const { Lists } = aWindow();
    const screen = await aScreen(<Lists />, phone);
    await screen.shows('saved 0a;');

    await queues[pending](phone);

    await screen.shows(shownText);
    expect(screen.text()).toContain(shownText);
  });
});
