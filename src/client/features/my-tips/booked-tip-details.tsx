import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { LegGameLink } from '#client/ui/fixture/fixture-link.tsx';
import { countText, hitRateText } from '#client/ui/formats.ts';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { hasReason, LegReason, LegScore, DecisionStatus } from '#client/ui/tip/leg.tsx';
import { Perforation } from '#client/ui/tip/leg-bar.tsx';
import { translatePick } from '#client/ui/tip/option-words.ts';
import { legStateText, StateIcon } from '#client/ui/tip/outcome.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { LabelledFigures } from '#client/ui/tip/labelled-figures.tsx';
import { ExplainedTotal } from '#client/ui/tip/tip-card-footer.tsx';
import type { Leg } from '#contract/tips.ts';
import { quoteOf } from '#domain/odds/quote.ts';
import { countsOf } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { OwnTipText } from './own-tip-text.tsx';
import { TipFacts } from './tip-facts.tsx';

type BookedTipDetailsProps = { tip: OptimisticTip; onClose: () => void };

/** A dialog with a booked tip: each game with option, odds and the reason for its result. */
export function BookedTipDetails({ tip, onClose }: BookedTipDetailsProps) {
  const { stake } = tip;
  const percent = hitRateText(countsOf(tip.options));
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Stake Slip`}
      actions={tip.version > 0 ? <ShareTip tip={tip} /> : undefined}
    >
      <ul className="-mx-4 -mt-4">
        {tip.options.map((leg) => (
          <BookedLeg key={leg.fixtureId} leg={leg} />
        ))}
      </ul>
      <Perforation />
      <LabelledFigures
        figures={[
          { label: t`Odds`, value: <ExplainedTotal tip={tip} /> },
          { label: t`Total Games Won`, value: countText(tip.totalGamesWon) },
          { label: t`Total Games Lost`, value: countText(tip.totalGamesLost) },
        ]}
      />
      <p className="figure pt-3 text-lg font-bold">{t`Score: ${percent}`}</p>
      {stake !== undefined && stake > 0 && (
        <p className="text-sm">
          {t`Stake`}{' '}
          <span className="figure font-bold">
            <Plural value={stake} one="# unit" other="# units" />
          </span>
        </p>
      )}
      <OwnTipText tip={tip} onRemoved={onClose} />
      <div className="pt-3">
        <TipFacts tip={tip} />
      </div>
    </Modal>
  );
}

function BookedLeg({ leg }: { leg: Leg }) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-b-[1.5px] border-line px-4 py-3 last:border-b-0">
      <span className="grid w-14 shrink-0 justify-items-center gap-0.5 text-xs font-semibold">
        <StateIcon state={leg.result} />
        <span aria-hidden="true">{legStateText(leg.result)}</span>
      </span>
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-narrow font-bold">
          <LegGameLink leg={leg} />
          {leg.score && ' · '}
          <LegScore leg={leg} />
        </p>
        <p className="text-sm text-dim">{translatePick(leg)}</p>
        <p className="text-sm">
          <Trans>
            Assigned Odd: <QuoteFigure quote={quoteOf(leg)} />
          </Trans>
        </p>
        <DecisionStatus leg={leg} />
        {hasReason(leg) && (
          <p className="mt-1 text-sm text-dim">
            <LegReason leg={leg} />
          </p>
        )}
      </div>
    </li>
  );
}
