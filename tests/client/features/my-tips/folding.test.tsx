import { expect, test } from 'vitest';
import { useFollows, useProfile } from '#client/data/member-row-queries.ts';
import { useOwnTips } from '#client/data/tips/own-tip-queries.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import { memberId, profile } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

// This test is alone in its file, because it must run before the code of the effects is imported.
test('the rows on a screen are not read again when the first operation is queued', async () => {
  const phone = aPhone();
  await phone.store.documents.put({ name: 'profile', value: profile(), fetchedAt: 0 });
  const answers: string[] = [];
  function OwnRows() {
    const saved = useOwnTips({ booked: false });
    const booked = useOwnTips({ booked: true });
    const own = useProfile();
    const follows = useFollows();
    answers.push(saved && booked && own !== undefined && follows ? 'known' : 'waiting');
    return own?.firstName;
  }
  const screen = await aScreen(<OwnRows />, phone);
  await screen.shows('Ada');

  const payload = { ...profile(), firstName: 'Adaeze' };
  await queueOperation(phone.store, { memberId, kind: 'profile.save', payload });

  await screen.shows('Adaeze');
  expect(answers.slice(answers.indexOf('known'))).not.toContain('waiting');
});
