import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { newId } from '#sync/ids.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { leg, problem, row, serverTip } from '../../../testing/engine/samples.ts';
import { aScreen, aPulledPhone } from '../../../testing/components/a-screen.tsx';

const secondsAgo = (count: number) => new Date(Date.now() - count * 1000).toISOString();

describe('a withdrawal of a copy', () => {
  const soon = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const copy = { copiedFrom: newId(), version: 3, expiryTime: soon };
  const options = [leg({ startDateOfGame: soon })];
  const stays = 'This copy stays in your tickets: its two minutes were over before the withdrawal';
  const rejected = { state: 'rejected', sentEver: true } as const;

  test.each<{ when: string; values?: Partial<Tip>; row: Partial<OperationRow>; shownText: string }>(
    [
      {
        when: 'waiting',
        row: {},
        shownText: 'This copy stays in your tickets until its withdrawal has reached us.',
      },
      { when: 'late', values: { creationTime: secondsAgo(130) }, row: {}, shownText: stays },
      {
        when: 'refused',
        row: { ...rejected, problem: problem('too-late-to-withdraw') },
        shownText: 'and no kick-off in between. It stays in your tickets.',
      },
    ],
  )(
    'is not said to be of a public tip while $when',
    async ({ values, row: changed, shownText }) => {
      const times = { creationTime: secondsAgo(1), ...values };
      const phone = await aPulledPhone(serverTip({ ...copy, options, ...times }));
      await phone.store.operations.add(row({ kind: 'tip.withdraw', ...changed }));

      const screen = await aScreen(<SavedTips />, phone);

      await screen.shows(shownText);
      expect(screen.text()).not.toMatch(/public|Everybody/);
    },
  );
});
