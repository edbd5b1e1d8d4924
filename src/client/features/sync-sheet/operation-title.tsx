import { Plural, Trans } from '@lingui/react/macro';
import type { OperationRow } from '#sync/outbox-store.ts';
import { useGames } from '#client/data/use-games.ts';
import { useAdminTip } from '#client/data/use-admin-tips.ts';
import { useTipster } from '#client/data/use-tipsters.ts';
import { isolated } from '#client/ui/formats.ts';
import { fullName } from '#client/ui/tipster.tsx';
import { operations, type PayloadOf } from '#sync/operations/registry.ts';

/** What a person did, named as they would name it. */
export function OperationTitle({ row: { kind, payload } }: { row: OperationRow }) {
  switch (kind) {
    case 'tip.post': {
      const tip = operations['tip.post'].payload.safeParse(payload);
      return tip.success ? (
        <TipTitle games={tip.data.options.map(({ game }) => game)} />
      ) : (
        <Other />
      );
    }
    case 'tip.book': {
      const booking = operations['tip.book'].payload.safeParse(payload);
      return booking.success ? <BookingTitle id={booking.data.tipId} /> : <Other />;
    }
    case 'follow.set': {
      const follow = operations['follow.set'].payload.safeParse(payload);
      return follow.success ? <FollowTitle {...follow.data} /> : <Other />;
    }
    case 'odds.set': {
      const odds = operations['odds.set'].payload.safeParse(payload);
      if (!odds.success) return <Other />;
      return (
        <Plural value={odds.data.changes.length} one="Odds of # game" other="Odds of # games" />
      );
    }
    case 'leg.settle': {
      const settled = operations['leg.settle'].payload.safeParse(payload);
      return settled.success ? <Trans>Game status: {settled.data.change.game}</Trans> : <Other />;
    }
    case 'tip.confirm': {
      const confirmed = operations['tip.book'].payload.safeParse(payload);
      return confirmed.success ? <ConfirmTitle id={confirmed.data.tipId} /> : <Other />;
    }
    case 'tip.withdraw': {
      const withdrawal = operations['tip.withdraw'].payload.safeParse(payload);
      return withdrawal.success ? <WithdrawalTitle id={withdrawal.data.tipId} /> : <Other />;
    }
    case 'profile.save':
      return <Trans>Your profile</Trans>;
    case 'picture.set':
      return <Trans>Your picture</Trans>;
    case 'time-out.take':
      return <Trans>Your break</Trans>;
    default:
      return <Other />;
  }
}

/** "Tip: Arsenal Vs Chelsea + 2". */
function TipTitle({ games: [first = '', ...others] }: { games: readonly string[] }) {
  const more = others.length;
  if (more === 0) return <Trans>Tip: {first}</Trans>;
  return (
    <Trans>
      Tip: {first} + {more}
    </Trans>
  );
}

/** What is being taken back has left every list, so it is named by what it was. */
function WithdrawalTitle({ id }: { id: string }) {
  const [first, ...others] = useGames(id);
  if (first === undefined) return <Trans>Withdraw a tip</Trans>;
  const more = others.length;
  if (more === 0) return <Trans>Withdraw: {first}</Trans>;
  return (
    <Trans>
      Withdraw: {first} + {more}
    </Trans>
  );
}

function BookingTitle({ id }: { id: string }) {
  const games = useGames(id).length || undefined;
  if (games === undefined) return <Trans>Book ticket</Trans>;
  return <Plural value={games} one="Book ticket, # game" other="Book ticket, # games" />;
}

function ConfirmTitle({ id }: { id: string }) {
  const games = useAdminTip(id)?.options.length;
  if (games === undefined) return <Trans>Confirm Ticket</Trans>;
  return <Plural value={games} one="Confirm Ticket, # game" other="Confirm Ticket, # games" />;
}

function FollowTitle({ tipsterId, following }: PayloadOf<'follow.set'>) {
  const tipster = useTipster(tipsterId);
  const name = tipster ? isolated(fullName(tipster)) : '';
  if (name === '')
    return following ? <Trans>Follow a tipster</Trans> : <Trans>Unfollow a tipster</Trans>;
  return following ? <Trans>Follow {name}</Trans> : <Trans>Unfollow {name}</Trans>;
}

function Other() {
  return <Trans>Something you changed</Trans>;
}
