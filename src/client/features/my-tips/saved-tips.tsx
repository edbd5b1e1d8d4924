import { i18n } from '@lingui/core';
import { Plural, useLingui } from '@lingui/react/macro';
import { useCapability } from '#client/data/device/sync-state.ts';
import { mayWithdraw } from '#client/data/tips/withdrawal.ts';
import { Tag, DeviceTag } from '#client/ui/tag.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { countText, whenText, mediumDate, shortTime } from '#client/ui/formats.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Empty } from '#client/ui/notice.tsx';
import { isExpired } from '#domain/tip.ts';
import { OwnTipCard, OwnTipList, type OwnTipProps } from './own-tip-list.tsx';

const SavedTipDetails = lazyNamed(() => import('./saved-tip-details.tsx'), 'SavedTipDetails');
const WithdrawActs = lazyNamed(() => import('./withdraw-acts.tsx'), 'WithdrawActs');

/** One's saved tips. */
export function SavedTips() {
  const { t } = useLingui();
  const post = (
    <LinkButton to="/tips/create" look="act">
      {t`Post a tip`}
    </LinkButton>
  );
  return (
    <OwnTipList
      booked={false}
      label={t`My Saved Tips`}
      waiting={t`Fetching your saved tips`}
      none={<Empty act={post}>{t`No saved tips yet. Post one before a kick-off.`}</Empty>}
      more={t`Load more tips`}
      card={SavedTipCard}
      details={SavedTipDetails}
    />
  );
}

/** A saved tip that has not been booked: what is on it, until when, and whether it is posted. */
function SavedTipCard(props: OwnTipProps) {
  const { t } = useLingui();
  const { tip } = props;
  const { stake, expiryTime } = tip;
  // Until the server has taken the tip there is nothing to book, nor while it is withdrawn.
  const refused = tip.device?.state === 'needs-you' && tip.version === 0;
  const locked = refused || tip.device?.withdrawalId !== undefined;
  return (
    <OwnTipCard
      {...props}
      tag={<TipStanding {...props} />}
      figures={[
        { label: t`Number of Games`, value: countText(tip.options.length) },
        {
          label: t`Expiry Date`,
          value: <time dateTime={expiryTime}>{whenText(expiryTime)}</time>,
        },
        {
          label: t`Stake`,
          value: stake ? <Plural value={stake} one="# unit" other="# units" /> : '–',
        },
      ]}
      acts={locked ? undefined : <TipActs {...props} />}
    />
  );
}

function TipActs(props: OwnTipProps) {
  const { tip, now } = props;
  const backendCan = useCapability('extensions');
  return (
    <>
      <Booking {...props} />
      {mayWithdraw(tip, now, backendCan) && (
        <LazyPart>
          <WithdrawActs tip={tip} />
        </LazyPart>
      )}
    </>
  );
}

function Booking({ tip, now, onOpen }: OwnTipProps) {
  const { t } = useLingui();
  if (!isExpired({ expiresAt: new Date(tip.expiryTime) }, now)) {
    return (
      <Button aria-haspopup="dialog" onClick={() => onOpen(tip.id)} className="relative z-10">
        {t`Book Ticket`}
      </Button>
    );
  }
  // What becomes of a tip that games were quicker than is for the server to say.
  if (tip.version === 0) return undefined;
  return (
    <p className="text-sm text-dim">
      {t`Expired: its first game has kicked off. It cannot be booked any more.`}
    </p>
  );
}

/** Where a saved tip stands: still on this phone, on its way, or posted and when. */
function TipStanding({ tip, now }: OwnTipProps) {
  const { t } = useLingui();
  const { device } = tip;
  // How the withdrawal of a posted tip stands is said below: it was posted all the same.
  if (device && (device.withdrawalId === undefined || tip.version === 0)) {
    return <DeviceTag standing={device.state} />;
  }
  const posted = new Date(tip.creationTime);
  const today = i18n.date(posted) === i18n.date(now);
  return <Tag tone="waiting">{t`Posted ${today ? shortTime(posted) : mediumDate(posted)}`}</Tag>;
}
