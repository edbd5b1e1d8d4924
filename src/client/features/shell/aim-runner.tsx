import { t } from '@lingui/core/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { timeOutText, useTimeOutEnd } from '#client/data/time-out.ts';
import { useTip } from '#client/data/tips/public-tip-queries.ts';
import {
  checkCopy,
  isMemberActions,
  useOwnCopies,
  useTipActions,
} from '#client/data/tips/tip-actions.ts';
import { useFollowControls, useTipster } from '#client/data/tipsters.ts';
import { type ExecutableAim, consumeAim, tipIdOfAim } from '#client/session/aim.ts';
import { describeProblem } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';

/**
 * Executes the action that a visitor tapped before the login, once, or reports why that is no
 * longer possible.
 */
export function AimRunner({ aim }: { aim: ExecutableAim }) {
  // The action depends on own rows: the time-out and earlier copies.
  const { state } = useRefresh('own');
  if (state === 'waiting') return undefined;
  return aim.aim === 'follow' ? <FollowAim aim={aim} /> : <TipAim aim={aim} />;
}

function FollowAim({ aim: { tipster: id = '', memberId } }: { aim: ExecutableAim }) {
  const tipster = useTipster(id);
  const { state } = useRefresh({ what: 'tipster', id });
  const { reader, follow } = useFollowControls(id);
  const isMissing = tipster === null && state === 'fresh';
  const code = reader === 'themselves' ? 'own-follow' : isMissing ? 'not-found' : undefined;
  const isKnown = tipster !== undefined && state !== 'waiting';
  useRunAimOnce(memberId, code !== undefined || isKnown, () => {
    if (code === undefined) follow();
    else
      reportRefusedAim(t`Not followed`, describeProblem({ kind: 'follow.set', code, message: '' }));
  });
  return undefined;
}

function TipAim({ aim }: { aim: ExecutableAim }) {
  const router = useRouter();
  const { actions, refusal } = useTipActionsOfAim(aim);
  useRunAimOnce(aim.memberId, actions !== undefined || refusal !== undefined, () => {
    const books = aim.aim === 'book';
    if (refusal !== undefined)
      reportRefusedAim(books ? t`Tip not booked` : t`Tip not copied`, refusal);
    if (actions === undefined) return;
    const to = books || actions.own === 'booked' ? '/tips/booked-ticket' : '/tips/my-tips';
    const showTicket = () => {
      // The member may have opened another page meanwhile.
      if (router.state.location.href === aim.returnUrl) void router.navigate({ to });
    };
    const isDone = books ? actions.own === 'booked' : actions.own !== undefined;
    if (isDone) showTicket();
    else void (books ? actions.book() : actions.copy()).then(showTicket);
  });
  return undefined;
}

/** The actions on the tip, or the text of a refusal; both undefined until the rows are read. */
function useTipActionsOfAim(aim: ExecutableAim) {
  const id = tipIdOfAim(aim);
  const tip = useTip(id);
  const { state } = useRefresh({ what: 'tip', id });
  const until = useTimeOutEnd();
  const actionsOf = useTipActions();
  const copies = useOwnCopies();
  const now = useServerNow(60_000);
  if (tip === undefined || until === undefined || copies === undefined) return {};
  if (state === 'waiting') return {};
  if (tip === null) {
    return state === 'fresh' ? { refusal: t`This tip is not there any more.` } : {};
  }
  const checked = checkCopy(tip, aim.memberId, now);
  if (!checked.allowed) {
    const isOwn = checked.problem === 'own-tip';
    return { refusal: isOwn ? t`This is your own tip.` : t`A game of this tip has kicked off.` };
  }
  if (until !== null) return { refusal: timeOutText(until) };
  const actions = actionsOf(tip);
  return isMemberActions(actions) ? { actions } : {};
}

/** Removes the aim before its action runs: a crash may lose the action, but never repeat it. */
function useRunAimOnce(memberId: string, isReady: boolean, carryOut: () => void): void {
  const run = useEffectEvent(carryOut);
  useEffect(() => {
    if (isReady && consumeAim(memberId)) run();
  }, [isReady, memberId]);
}

function reportRefusedAim(title: string, text: string): void {
  notify({ tone: 'lost', title, text });
}
