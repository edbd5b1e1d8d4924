import { t } from '@lingui/core/macro';
import { i18n } from '@lingui/core';
import { memo } from 'react';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { canWithdraw } from '#client/data/tips/withdrawal.ts';
import { Tag, ChangeStateTag } from '#client/ui/tag.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { momentText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { focusHeadingOnRemoval } from '#client/ui/focus.ts';
import { TimeOutGuard } from '#client/ui/messages/time-out-guard.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { EmptyState } from '#client/ui/notice.tsx';
import { SubjectForScreenReader } from '#client/ui/tip/card-action.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { tipName } from '#client/ui/tip/tip-name.ts';
import { isExpired } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { OwnTipCard, OwnTipList, type OwnTipProps } from './own-tip-list.tsx';
import { MoreActions, TipFacts, listTipFigures } from './tip-facts.tsx';
import { useBookTip } from './use-book-tip.ts';

const SavedTipDetails = createLazyComponent(
  () => import('./saved-tip-details.tsx'),
  'SavedTipDetails',
);
const WithdrawCountdown = createLazyComponent(
  () => import('./withdraw-actions.tsx'),
  'WithdrawCountdown',
);
const WithdrawActions = createLazyComponent(
  () => import('./withdraw-actions.tsx'),
  'WithdrawActions',
);
const WithdrawalState = createLazyComponent(
  () => import('./tip-sync-notice.tsx'),
  'WithdrawalState',
);

/** The member's saved tips; `ticket` is the id of a tip that is opened at first. */
export function SavedTips({ ticket }: { ticket?: string | undefined }) {
  const until = useTimeOutEnd();
  const post = (
    <LinkButton to="/tips/create" look="primary">
      {t`Post a tip`}
    </LinkButton>
  );
  return (
    <div className="grid gap-3">
      {until && <TimeOutGuard until={until}>{undefined}</TimeOutGuard>}
      <OwnTipList
        booked={false}
        ticket={ticket}
        label={t`My Saved Tips`}
        waiting={t`Fetching your saved tips`}
        none={
          <EmptyState action={post}>{t`No saved tips yet. Post one before a kick-off.`}</EmptyState>
        }
        more={t`Load more tips`}
        card={SavedTipCard}
        details={SavedTipDetails}
        canHaveMainAction={canBeBooked}
      />
    </div>
  );
}

/** The card of a saved tip that is not booked: its games, deadline and posting state. */
const SavedTipCard = memo(function SavedTipCard(props: OwnTipProps) {
  const { tip, now } = props;
  const figures = listTipFigures(tip);
  return (
    <OwnTipCard
      {...props}
      tag={<SavedTipTag {...props} />}
      // A posted tip with a started game shows its current result or profit.
      figures={tip.version > 0 && isTipExpired(tip, now) ? undefined : figures}
      actions={hasNoActions(props) ? undefined : <SavedTipActions {...props} />}
    />
  );
});

/** True if a tip cannot be booked: the server refused its post, or it is being withdrawn. */
function isBookingLocked({ device, version }: OptimisticTip): boolean {
  const refused = device?.state === 'needs-you' && version === 0 && !device.mayBePosted;
  return refused || device?.withdrawalId !== undefined;
}

/** True if a tip cannot be booked, or a posted tip is past its first kick-off. */
function hasNoActions({ tip, now }: Pick<OwnTipProps, 'tip' | 'now'>): boolean {
  return isBookingLocked(tip) || (tip.version > 0 && isTipExpired(tip, now));
}

function isTipExpired({ expiryTime }: OptimisticTip, now: Date): boolean {
  return isExpired({ expiresAt: new Date(expiryTime) }, now);
}

function canBeBooked(tip: OptimisticTip, now: Date): boolean {
  return !isBookingLocked(tip) && !isTipExpired(tip, now);
}

function SavedTipActions(props: OwnTipProps) {
  const { tip, now } = props;
  const withdrawable = canWithdraw(tip, now);
  return (
    <>
      {/* An unsent tip with a started game cannot be booked, but its other actions remain. */}
      {canBeBooked(tip, now) && <BookButton {...props} />}
      <MoreActions about={tipName(tip)}>
        {withdrawable && (
          <TouchlineBackendOnly>
            <LazyContent>
              <WithdrawActions tip={tip} />
            </LazyContent>
          </TouchlineBackendOnly>
        )}
        <ShareTip tip={tip} />
        <TipFacts tip={tip} />
      </MoreActions>
      {withdrawable && tip.version > 0 && (
        <LazyContent instead={null} waiting={<p className="w-full text-xs">&nbsp;</p>}>
          <WithdrawCountdown tip={tip} />
        </LazyContent>
      )}
    </>
  );
}

/** A button that books in one tap; on the first card it is the main action of the page. */
function BookButton({ tip, hasMainAction }: OwnTipProps) {
  const until = useTimeOutEnd();
  const { busy, book } = useBookTip(tip, {
    onFailed: (text) => notify({ tone: 'lost', title: t`Not saved`, text }),
  });
  // The notice above the tips already says that a time-out is running.
  if (until) return undefined;
  return (
    <Button
      ref={focusHeadingOnRemoval}
      look={hasMainAction ? 'primary' : 'plain'}
      busy={busy}
      inert={until === undefined}
      onClick={book}
      className={joinClasses('relative z-10 flex-1', until === undefined && 'invisible')}
    >
      <Icon name="bookmark" className="size-4.5" />
      {busy ? t`Booking ticket` : t`Book Ticket`}
      <SubjectForScreenReader about={tipName(tip)} />
    </Button>
  );
}

/** The state of a saved tip: on this phone, being sent, or posted at a time. */
function SavedTipTag({ tip, now }: OwnTipProps) {
  const { device } = tip;
  if (device?.withdrawalId !== undefined) {
    return (
      <LazyContent instead={null}>
        <WithdrawalState tip={tip} device={device} />
      </LazyContent>
    );
  }
  if (device) return <ChangeStateTag state={device.state} />;
  // The card already shows the current result or the outcome.
  if (isTipExpired(tip, now)) return undefined;
  const at = new Date(tip.creationTime);
  const when = i18n.date(at) === i18n.date(now) ? momentText(at, 'time') : momentText(at, 'date');
  return (
    <Tag tone="waiting">
      <Icon name="check" className="size-3.5" />
      {/* A copied tip is visible only to its owner, so the text does not say "posted". */}
      {tip.copiedFrom === undefined ? t`Posted ${when}` : t`Copied ${when}`}
    </Tag>
  );
}
