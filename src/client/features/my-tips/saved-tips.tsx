import { t } from '@lingui/core/macro';
import { i18n } from '@lingui/core';
import { memo } from 'react';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { useTimeOut } from '#client/data/time-out.ts';
import { mayWithdraw } from '#client/data/tips/withdrawal.ts';
import { Tag, DeviceTag } from '#client/ui/tag.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { momentText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { focusHeadingAfter } from '#client/ui/focus.ts';
import { UnlessInTimeOut } from '#client/ui/messages/unless-in-time-out.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { Empty } from '#client/ui/notice.tsx';
import { About } from '#client/ui/tip/card-action.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { tipName } from '#client/ui/tip/tip-name.ts';
import { isExpired } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { OwnTipCard, OwnTipList, type OwnTipProps } from './own-tip-list.tsx';
import { MoreActions, TipFacts, stakeAndExpiry } from './tip-facts.tsx';
import { useBook } from './use-book.ts';

const SavedTipDetails = lazyNamed(() => import('./saved-tip-details.tsx'), 'SavedTipDetails');
const TimeToWithdraw = lazyNamed(() => import('./withdraw-actions.tsx'), 'TimeToWithdraw');
const WithdrawActions = lazyNamed(() => import('./withdraw-actions.tsx'), 'WithdrawActions');
const WithdrawalState = lazyNamed(() => import('./device-notice.tsx'), 'WithdrawalState');

/** The own saved tips; `ticket` is opened at first. */
export function SavedTips({ ticket }: { ticket?: string | undefined }) {
  const until = useTimeOut();
  const post = (
    <LinkButton to="/tips/create" look="primary">
      {t`Post a tip`}
    </LinkButton>
  );
  return (
    <div className="grid gap-3">
      {until && <UnlessInTimeOut until={until}>{undefined}</UnlessInTimeOut>}
      <OwnTipList
        booked={false}
        ticket={ticket}
        label={t`My Saved Tips`}
        waiting={t`Fetching your saved tips`}
        none={<Empty action={post}>{t`No saved tips yet. Post one before a kick-off.`}</Empty>}
        more={t`Load more tips`}
        card={SavedTipCard}
        details={SavedTipDetails}
        leads={mayBeBooked}
      />
    </div>
  );
}

/** A saved tip that is not booked: its games, deadline and state of posting. */
const SavedTipCard = memo(function SavedTipCard(props: OwnTipProps) {
  const { tip, now } = props;
  const figures = stakeAndExpiry(tip);
  return (
    <OwnTipCard
      {...props}
      tag={<TipState {...props} />}
      // A posted tip that has started shows its current result or profit.
      figures={tip.version > 0 && isOver(tip, now) ? undefined : figures}
      actions={isDone(props) ? undefined : <SavedTipActions {...props} />}
    />
  );
});

/** An unconfirmed tip or one that is being withdrawn cannot be booked. */
function isLocked({ device, version }: OptimisticTip): boolean {
  const refused = device?.state === 'needs-you' && version === 0 && !device.mayBePosted;
  return refused || device?.withdrawalId !== undefined;
}

/** A posted tip has no actions after its first kick-off. */
function isDone({ tip, now }: Pick<OwnTipProps, 'tip' | 'now'>): boolean {
  return isLocked(tip) || (tip.version > 0 && isOver(tip, now));
}

function isOver({ expiryTime }: OptimisticTip, now: Date): boolean {
  return isExpired({ expiresAt: new Date(expiryTime) }, now);
}

function mayBeBooked(tip: OptimisticTip, now: Date): boolean {
  return !isLocked(tip) && !isOver(tip, now);
}

function SavedTipActions(props: OwnTipProps) {
  const { tip, now } = props;
  const withdrawable = mayWithdraw(tip, now);
  return (
    <>
      {/* The server decides about an unsent tip whose games have started. */}
      {mayBeBooked(tip, now) && <BookButton {...props} />}
      <MoreActions about={tipName(tip)}>
        {withdrawable && (
          <TouchlineOnly>
            <LazyPart>
              <WithdrawActions tip={tip} />
            </LazyPart>
          </TouchlineOnly>
        )}
        <ShareTip tip={tip} />
        <TipFacts tip={tip} />
      </MoreActions>
      {withdrawable && tip.version > 0 && (
        <LazyPart instead={null} waiting={<p className="w-full text-xs">&nbsp;</p>}>
          <TimeToWithdraw tip={tip} />
        </LazyPart>
      )}
    </>
  );
}

/** Books in one tap; on the first card it is the screen's main action. */
function BookButton({ tip, lead }: OwnTipProps) {
  const until = useTimeOut();
  const { busy, book } = useBook(tip, {
    onFailed: (text) => notify({ tone: 'lost', title: t`Not saved`, text }),
  });
  // A notice above the tickets gives the reason.
  if (until) return undefined;
  return (
    <Button
      ref={focusHeadingAfter}
      look={lead ? 'primary' : 'plain'}
      busy={busy}
      inert={until === undefined}
      onClick={book}
      className={classes('relative z-10 flex-1', until === undefined && 'invisible')}
    >
      <Icon name="bookmark" className="size-4.5" />
      {busy ? t`Booking ticket` : t`Book Ticket`}
      <About about={tipName(tip)} />
    </Button>
  );
}

/** The state of a saved tip: on this phone, on its way, or posted at a time. */
function TipState({ tip, now }: OwnTipProps) {
  const { device } = tip;
  if (device?.withdrawalId !== undefined) {
    return (
      <LazyPart instead={null}>
        <WithdrawalState tip={tip} device={device} />
      </LazyPart>
    );
  }
  if (device) return <DeviceTag state={device.state} />;
  // Its card shows the current result or the outcome.
  if (isOver(tip, now)) return undefined;
  const at = new Date(tip.creationTime);
  const when = i18n.date(at) === i18n.date(now) ? momentText(at, 'time') : momentText(at, 'date');
  return (
    <Tag tone="waiting">
      <Icon name="check" className="size-3.5" />
      {/* A copy is visible to its owner only, so nothing was posted. */}
      {tip.copiedFrom === undefined ? t`Posted ${when}` : t`Copied ${when}`}
    </Tag>
  );
}
