import { i18n } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCapability } from '#client/data/sync-state.ts';
import { Badge, DeviceBadge } from '#client/ui/badge.tsx';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { countText, dayAndTime, mediumDate, oddsText, shortTime } from '#client/ui/formats.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Empty } from '#client/ui/notice.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { isExpired } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { OwnTipList } from './own-tip-list.tsx';
import { TipFacts, TipOpener } from './tip-facts.tsx';
import { mayWithdraw } from './withdrawal.ts';

const SavedTipDetails = lazyNamed(() => import('./saved-tip-details.tsx'), 'SavedTipDetails');

/** One's saved tips. */
export function SavedTips() {
  const { t } = useLingui();
  return (
    <OwnTipList
      booked={false}
      label={t`My Saved Tips`}
      waiting={<Trans>Fetching your saved tips</Trans>}
      none={
        <Empty
          act={
            <LinkButton to="/tips/create" look="act">
              <Trans>Post a tip</Trans>
            </LinkButton>
          }
        >
          <Trans>No saved tips yet. Post one before a kick-off.</Trans>
        </Empty>
      }
      more={<Trans>Load more tips</Trans>}
      card={SavedTipCard}
      details={SavedTipDetails}
    />
  );
}

// What most tips never have loads with the first that does.
const DeviceNews = lazyNamed(() => import('./device-news.tsx'), 'DeviceNews');
const WithdrawActs = lazyNamed(() => import('./withdraw-acts.tsx'), 'WithdrawActs');

type SavedTipCardProps = { tip: OptimisticTip; now: Date; onOpen: (id: string) => void };

/** A saved tip that has not been booked: what is on it, until when, and whether it is posted. */
function SavedTipCard({ tip, now, onOpen }: SavedTipCardProps) {
  const { t } = useLingui();
  const backendCan = useCapability('withdrawals');
  const { stake } = tip;
  const expired = isExpired({ expiresAt: new Date(tip.expiryTime) }, now);
  // Until the server has taken the tip there is nothing to book.
  const refused = tip.device?.state === 'needs-you' && tip.version === 0;
  const open = () => onOpen(tip.id);
  return (
    <div className="relative">
      <TipCard
        tip={tip}
        title={<TipOpener tip={tip} onOpen={open} />}
        badge={<TipStanding tip={tip} now={now} />}
        inPairs
        figures={[
          {
            label: t`Odds`,
            value: tip.totalOdds > 0 ? oddsText(tip.totalOdds) : t`Not priced yet`,
          },
          { label: t`Number of Games`, value: countText(tip.options.length) },
          {
            label: t`Expiry Date`,
            value: <time dateTime={tip.expiryTime}>{dayAndTime(tip.expiryTime)}</time>,
          },
          {
            label: t`Stake`,
            value: stake ? <Plural value={stake} one="# unit" other="# units" /> : '–',
          },
        ]}
        acts={
          refused ? undefined : (
            <>
              <Booking expired={expired} posted={tip.version > 0} onOpen={open} />
              {mayWithdraw(tip, now, backendCan) && (
                <LazyPart>
                  <WithdrawActs tip={tip} />
                </LazyPart>
              )}
            </>
          )
        }
      >
        <div className="grid gap-2">
          <TipFacts tip={tip} />
          {tip.device && (
            <LazyPart>
              <DeviceNews tip={tip} device={tip.device} now={now} />
            </LazyPart>
          )}
        </div>
      </TipCard>
    </div>
  );
}

function Booking({
  expired,
  posted,
  onOpen,
}: {
  expired: boolean;
  posted: boolean;
  onOpen: () => void;
}) {
  if (!expired) {
    return (
      <Button aria-haspopup="dialog" onClick={onOpen} className="relative z-10">
        <Trans>Book Ticket</Trans>
      </Button>
    );
  }
  // What becomes of a tip that games were quicker than is for the server to say.
  if (!posted) return undefined;
  return (
    <p className="text-sm text-dim">
      <Trans>Expired: its first game has kicked off. It cannot be booked any more.</Trans>
    </p>
  );
}

/** Where a saved tip stands: still on this phone, on its way, or posted and when. */
function TipStanding({ tip, now }: { tip: OptimisticTip; now: Date }) {
  if (tip.device) return <DeviceBadge standing={tip.device.state} />;
  const posted = new Date(tip.creationTime);
  const today = i18n.date(posted) === i18n.date(now);
  return (
    <Badge tone="waiting">
      <Trans>Posted {today ? shortTime(posted) : mediumDate(posted)}</Trans>
    </Badge>
  );
}
