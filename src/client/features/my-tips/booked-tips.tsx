import { useLingui } from '@lingui/react/macro';
import { Tag, DeviceTag } from '#client/ui/tag.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { countText, rateText } from '#client/ui/formats.ts';
import { lazyNamed } from '#client/ui/lazy-part.tsx';
import { Empty } from '#client/ui/notice.tsx';
import { TipTag } from '#client/ui/tip/tip-card.tsx';
import { countsOf } from '#domain/tip.ts';
import { OwnTipCard, OwnTipList, type OwnTipProps } from './own-tip-list.tsx';

const BookedTipDetails = lazyNamed(() => import('./booked-tip-details.tsx'), 'BookedTipDetails');

/** One's booked tips. */
export function BookedTips() {
  const { t } = useLingui();
  return (
    <OwnTipList
      booked
      label={t`My Booked Tickets`}
      waiting={t`Fetching your booked tickets`}
      none={
        <Empty act={<LinkButton to="/tips/my-tips">{t`My Saved Tips`}</LinkButton>}>
          {t`No booked tickets yet. Book one of your saved tips.`}
        </Empty>
      }
      more={t`Load more tickets`}
      card={BookedTipCard}
      details={BookedTipDetails}
    />
  );
}

/** A booked tip: what came of its games so far, and whether it has been confirmed. */
function BookedTipCard(props: OwnTipProps) {
  const { t } = useLingui();
  const { tip } = props;
  return (
    <OwnTipCard
      {...props}
      games
      tag={<BookedTag tip={tip} />}
      figures={[
        { label: t`Total Games Won`, value: countText(tip.totalGamesWon) },
        { label: t`Total Games Lost`, value: countText(tip.totalGamesLost) },
        { label: t`Score(%)`, value: rateText(countsOf(tip.options)) },
      ]}
    />
  );
}

/** Pending until an administrator has confirmed it, then Treated and what it came to. */
function BookedTag({ tip }: Pick<OwnTipProps, 'tip'>) {
  const { t } = useLingui();
  if (tip.device) return <DeviceTag standing={tip.device.state} />;
  if (!tip.IsGameSuccessful) return <Tag tone="waiting">{t`Pending`}</Tag>;
  return (
    <span className="flex flex-wrap gap-1.5">
      <TipTag tip={tip} />
      <Tag tone="quiet">{t`Treated`}</Tag>
    </span>
  );
}
