import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { EstimateHelp } from '#client/ui/odds/estimate-help.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { pricesOf, type SlipLeg } from './slip-legs.ts';

/** The total of all legs, and under it the number of missing prices. */
export function SlipOdds({ legs }: { legs: readonly SlipLeg[] }) {
  const { total, toCome } = pricesOf(legs);
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
