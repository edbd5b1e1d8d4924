import { Trans } from '@lingui/react/macro';
import type { Quote } from '#domain/odds/quote.ts';
import { oddsText, quoteText, spokenQuoteText } from '../formats.ts';

type QuoteFigureProps = { quote: Quote | undefined; className?: string };

/** Odds; an estimate has a mark and a text for screen readers. "price later" if undefined. */
export function QuoteFigure({ quote, className = 'figure font-bold' }: QuoteFigureProps) {
  if (!quote) {
    return (
      <span className="font-sans text-xs font-medium text-dim">
        <Trans>price later</Trans>
      </span>
    );
  }
  if (!quote.isEstimate) return <span className={className}>{oddsText(quote.odd)}</span>;
  return (
    <span className={className}>
      <bdi dir="ltr" aria-hidden="true" className="whitespace-nowrap">
        {quoteText(quote)}
      </bdi>
      <span className="sr-only">{spokenQuoteText(quote)}</span>
    </span>
  );
}
