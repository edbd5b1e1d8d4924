import { beforeEach, describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { AimRunner } from '#client/features/shell/aim-runner.tsx';
import {
  assignAim,
  createTipSignUpLinks,
  createFollowSignUpLink,
  useDueAim,
} from '#client/session/aim.ts';
import type { Engine } from '#sync/engine.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { leg, memberId, serverTip, tipsterId, publicTip } from '../../../testing/engine/samples.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aScreen, type Phone, aPhoneOf } from '../../../testing/components/a-screen.tsx';

beforeEach(() => localStorage.clear());

const hour = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString();

function tipIn(hours: number, values: Partial<Tip> = {}): Tip {
  const startDateOfGame = inHours(hours);
  const options = [leg({ startDateOfGame })];
  return publicTip({ expiryTime: startDateOfGame, options, ...values });
}

function Carrier() {
  const aim = useDueAim(memberId);
  return aim && <AimRunner aim={aim} />;
}

type Tapped =
  | ReturnType<typeof createFollowSignUpLink>
  | ReturnType<typeof createTipSignUpLinks>['copy' | 'book'];

/** Taps a link without a login, then opens its page after the member has logged in. */
async function afterLogin(
  tapped: Tapped,
  phone: Phone,
  freshness: Awaited<ReturnType<Engine['refresh']>> = 'fresh',
) {
  tapped.onClick();
  assignAim(tapped.search, { memberId, email: undefined });
  const answers = { refresh: async () => freshness, serverNow: () => new Date() };
  const engine = { ...anEngine(phone), ...answers };
  return aScreen(<Carrier />, phone, { engine, at: tapped.search.returnUrl });
}

describe('the aim of a visitor, after the login', () => {
  test.each(['fresh', 'failed'] as const)(
    'follows the tipster once if the refresh of the rows is %s',
    async (freshness) => {
      const phone = await aPhoneOf();
      await phone.publicStore.tipsters.put(aTipster());
      const screen = await afterLogin(createFollowSignUpLink(tipsterId), phone, freshness);

      await screen.until(async () => (await screen.pending()).length > 0, 'a follow');

      const payload = { tipsterId, following: true };
      expect(await screen.pending()).toMatchObject([{ kind: 'follow.set', payload }]);
      expect(localStorage.getItem('touchline-aim')).toBeNull();
      expect(screen.toasts).toEqual([]);
    },
  );

  test.each([
    { aim: 'copy', kinds: ['tip.post'], page: '/tips/my-tips' },
    { aim: 'book', kinds: ['tip.post', 'tip.book'], page: '/tips/booked-ticket' },
  ] as const)('$aim: creates the ticket and shows it', async ({ aim, kinds, page }) => {
    const phone = await aPhoneOf();
    const tip = tipIn(2);
    await phone.publicStore.tips.put(tip);
    const screen = await afterLogin(createTipSignUpLinks(tip)[aim], phone);

    await screen.until(() => screen.path() === page, 'the ticket');

    const pending = await screen.pending();
    expect(pending.map(({ kind }) => kind)).toEqual(kinds);
    expect(pending[0]).toMatchObject({ payload: { copiedFrom: tip.id } });
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone' }]);
  });

  test('shows an existing copy', async () => {
    const phone = await aPhoneOf();
    const tip = tipIn(2);
    const own = serverTip({ id: '0195a000-0000-7000-8000-0000000000c1', copiedFrom: tip.id });
    await phone.publicStore.tips.put(tip);
    await phone.store.tips.put(toTipRow(own));
    const screen = await afterLogin(createTipSignUpLinks(tip).copy, phone);

    await screen.until(() => screen.path() === '/tips/my-tips', 'the ticket');

    expect(await screen.pending()).toEqual([]);
  });

  test('waits without a connection for a tip that this phone does not have', async () => {
    const phone = await aPhoneOf();
    const tip = tipIn(2);
    const screen = await afterLogin(createTipSignUpLinks(tip).copy, phone, 'failed');
    expect(await screen.pending()).toEqual([]);

    await phone.publicStore.tips.put(tip);

    await screen.until(() => screen.path() === '/tips/my-tips', 'the ticket');
  });

  test.each([
    { what: 'has started', tip: tipIn(-1), text: 'A game of this tip has kicked off.' },
    { what: 'is gone', tip: undefined, text: 'This tip is not there any more.' },
    { what: 'is their own', tip: tipIn(2, { tipsterId: memberId }), text: 'This is your own tip.' },
  ])('explains why a tip that $what is not copied', async ({ tip, text }) => {
    const phone = await aPhoneOf();
    if (tip) await phone.publicStore.tips.put(tip);
    const screen = await afterLogin(createTipSignUpLinks(tip ?? tipIn(2)).copy, phone);

    expect(await screen.messages()).toMatchObject([
      { tone: 'lost', title: 'Tip not copied', text },
    ]);
    expect(await screen.pending()).toEqual([]);
    expect(localStorage.getItem('touchline-aim')).toBeNull();
  });

  test('does not book during a break', async () => {
    const phone = await aPhoneOf({ timeOutUntil: inHours(5) });
    const tip = tipIn(2);
    await phone.publicStore.tips.put(tip);
    const screen = await afterLogin(createTipSignUpLinks(tip).book, phone);

    await screen.until(() => screen.toasts.length > 0, 'a reason');

    expect(screen.toasts[0]?.title).toBe('Tip not booked');
    expect(screen.toasts[0]?.text).toContain('Nothing is posted or booked until');
    expect(await screen.pending()).toEqual([]);
  });

  test.each([
    { what: 'is gone', id: tipsterId, text: 'This tipster is not there any more.' },
    { what: 'is the member', id: memberId, text: 'You cannot follow yourself.' },
  ])('explains why a tipster who $what is not followed', async ({ id, text }) => {
    const screen = await afterLogin(createFollowSignUpLink(id), await aPhoneOf());

    expect(await screen.messages()).toMatchObject([{ tone: 'lost', title: 'Not followed', text }]);
    expect(await screen.pending()).toEqual([]);
  });
});
