import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { SlipDraft } from '#client/data/tips/slip.ts';
import { EstimateHelp } from '#client/ui/odds/estimate-help.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { PostSlipButton } from './post-buttons.tsx';
import { totalSlipOdds, type SlipLeg, useSlipLegs } from './slip-legs.ts';

/** The total odds of the slip and the button that posts it. */
export function SlipFooter({ draft }: { draft: SlipDraft }) {
  const legs = useSlipLegs(draft.slip);
  return (
    <div className="flex w-full flex-wrap items-center gap-3">
      <SlipOdds legs={legs} />
      <PostSlipButton draft={draft} />
    </div>
  );
}

/** The total odds of all legs, and how many prices are missing. */
export function SlipOdds({ legs }: { legs: readonly SlipLeg[] }) {
  const { total, toCome } = totalSlipOdds(legs);
  return (
    <p className="min-w-0">
      <EstimateHelp isEstimate={total?.isEstimate === true}>
        {total && (
          <span className="figure block text-xl leading-none font-bold">
            <span className="sr-only">{t`Odds`} </span>
            <QuoteFigure quote={total} className="" />
          </span>
        )}
        <span className="block text-xs text-dim decoration-dotted underline-offset-2 in-data-estimate:underline">
          {toCome > 0 ? (
            <Plural value={toCome} one="# price to come" other="# prices to come" />
          ) : (
            total && <Trans>odds may change</Trans>
          )}
        </span>
      </EstimateHelp>
    </p>
  );
}
