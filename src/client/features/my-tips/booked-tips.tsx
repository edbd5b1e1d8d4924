import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { Tag, ChangeStateTag, type Tone } from '#client/ui/tag.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { countText, hitRateText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { createLazyComponent } from '#client/ui/lazy-content.tsx';
import { EmptyState } from '#client/ui/notice.tsx';
import { isInPlay } from '#client/ui/tip/tip-progress.ts';
import { InPlayTag } from '#client/ui/tip/outcome.tsx';
import type { LabelledFigure } from '#client/ui/tip/labelled-figures.tsx';
import type { Tip } from '#contract/tips.ts';
import { countsOf } from '#domain/tip.ts';
import { OwnTipCard, OwnTipList, type OwnTipProps } from './own-tip-list.tsx';
import { listTipFigures } from './tip-facts.tsx';

const BookedTipDetails = createLazyComponent(
  () => import('./booked-tip-details.tsx'),
  'BookedTipDetails',
);

/** The member's booked tips; `ticket` is the id of a tip that is opened at first. */
export function BookedTips({ ticket }: { ticket?: string | undefined }) {
  return (
    <OwnTipList
      booked
      ticket={ticket}
      label={t`My Booked Tickets`}
      waiting={t`Fetching your booked tickets`}
      none={
        <EmptyState action={<LinkButton to="/tips/my-tips">{t`My Saved Tips`}</LinkButton>}>
          {t`No booked tickets yet. Book one of your saved tips.`}
        </EmptyState>
      }
      more={t`Load more tickets`}
      card={BookedTipCard}
      details={BookedTipDetails}
    />
  );
}

/** A booked tip with the current results of its games, and whether it is confirmed. */
const BookedTipCard = memo(function BookedTipCard(props: OwnTipProps) {
  const { tip, now } = props;
  const inPlay = isInPlay(tip, now);
  const slip = listTipFigures(tip);
  const score = listScoreFigures(tip);
  const settled = tip.outcome !== 'open';
  return (
    <OwnTipCard
      {...props}
      reasons={settled}
      tag={<BookedTag tip={tip} inPlay={inPlay} />}
      // Without figures, the card of a settled ticket shows outcome and profit.
      figures={settled ? undefined : score.length > 0 ? score : slip}
      note={settled && score.length > 0 ? <ScoreFigureLine figures={score} /> : undefined}
    />
  );
});

/** Lists the numbers of won and lost games and the hit rate; [] before a game is decided. */
function listScoreFigures(tip: Tip): LabelledFigure[] {
  const { totalGamesWon, totalGamesLost } = tip;
  const figures: LabelledFigure[] = [];
  if (totalGamesWon > 0) {
    figures.push({ label: t`Total Games Won`, value: countText(totalGamesWon) });
  }
  if (totalGamesLost > 0) {
    figures.push({ label: t`Total Games Lost`, value: countText(totalGamesLost) });
  }
  if (figures.length > 0) {
    figures.push({ label: t`Score(%)`, value: hitRateText(countsOf(tip.options)) });
  }
  return figures;
}

function ScoreFigureLine({ figures }: { figures: readonly LabelledFigure[] }) {
  return (
    <dl className="flex flex-wrap gap-x-4 text-xs text-dim">
      {figures.map(({ label, value }, index) => (
        <div key={index} className="flex gap-1">
          <dt>{label}</dt>
          <dd className="figure font-bold text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const outcomeTones: Record<Tip['outcome'], Tone> = {
  open: 'quiet',
  won: 'won',
  lost: 'lost',
  void: 'void',
};

/** The unsent state, or "Pending" until an administrator confirms the ticket, then "Treated". */
function BookedTag({ tip, inPlay }: Pick<OwnTipProps, 'tip'> & { inPlay: boolean }) {
  if (tip.device) return <ChangeStateTag state={tip.device.state} />;
  return (
    <span className="flex flex-wrap gap-1.5">
      {tip.IsGameSuccessful ? (
        <Tag tone={outcomeTones[tip.outcome]}>
          <Icon name={tip.outcome === 'lost' ? 'minus' : 'check'} className="size-3.5" />
          {t`Treated`}
        </Tag>
      ) : (
        <Tag tone="waiting">
          <Icon name="clock" className="size-3.5" />
          {t`Pending`}
        </Tag>
      )}
      {inPlay && <InPlayTag />}
    </span>
  );
}
