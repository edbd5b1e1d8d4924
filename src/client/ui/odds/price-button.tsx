import { Trans } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { joinClasses } from '../classes.ts';
import type { Quote } from '#domain/odds/quote.ts';
import { quoteText } from '../formats.ts';
import { Ltr } from '../text.tsx';

type PriceButtonProps = Omit<
  ComponentProps<'button'>,
  'children' | 'type' | 'disabled' | 'name'
> & {
  /** The accessible name: game, option, price and state. */
  name: string;
  /** Absent if there is neither price nor estimate; the option can still be picked. */
  quote: Quote | undefined;
  picked: boolean;
  /** True if the option can no longer be picked. */
  closed?: boolean;
  /** The option's text next to its price, for wide buttons. */
  words?: string;
  /** Places the text above the price, for three buttons in a row. */
  stacked?: boolean;
  /** The bookmaker's code, shown small after the text. */
  code?: string;
};

/** A button for an option: the first tap picks the option, the second removes the pick. */
export function OptionPriceButton(props: PriceButtonProps) {
  const { name, quote, picked, closed = false, className, ...others } = props;
  const { words, code = '', stacked = false, ...rest } = others;
  return (
    <button
      {...rest}
      type="button"
      // An accessible name must begin with visible text, so a button with text has no aria-label.
      aria-label={words === undefined ? name : undefined}
      aria-pressed={picked}
      disabled={closed}
      className={joinClasses(
        'figure relative min-h-11 min-w-11 rounded-key text-center leading-none',
        words === undefined
          ? 'grid place-items-center'
          : stacked
            ? 'flex flex-col items-start justify-between gap-1 px-2.5 py-1.5'
            : 'flex items-center gap-1.5 px-3 py-1',
        priceButtonClasses({ quote, picked, closed }),
        className,
      )}
    >
      {words !== undefined && (
        <>
          <span className="sr-only">{name}</span>
          <span
            aria-hidden="true"
            className="me-auto text-start font-sans text-sm leading-tight font-medium"
          >
            {words}
            {code !== '' && (
              <small className={joinClasses('ms-1.5 text-xs font-normal', !picked && 'text-dim')}>
                {code}
              </small>
            )}
          </span>
        </>
      )}
      {quote ? (
        <span
          aria-hidden={words !== undefined}
          className={joinClasses(picked && words === undefined && 'pt-[7px]')}
        >
          <Ltr className="whitespace-nowrap">{quoteText(quote)}</Ltr>
        </span>
      ) : (
        words === undefined && (
          <span className="px-0.5 font-sans text-[min(0.75rem,5vw)] leading-tight font-medium wrap-anywhere hyphens-auto">
            <Trans>price later</Trans>
          </span>
        )
      )}
      {picked && <CornerTick />}
    </button>
  );
}

type PriceButtonLook = Pick<PriceButtonProps, 'quote' | 'picked'> & { closed: boolean };

function priceButtonClasses({ quote, picked, closed }: PriceButtonLook): string {
  if (picked) return 'bg-flag text-[0.96875rem] font-bold text-on-flag active:brightness-92';
  if (closed) return 'border border-line text-[0.96875rem] font-medium text-dim';
  if (quote) {
    return 'border border-key-line bg-key text-[0.96875rem] font-bold text-ink hover:border-edge active:brightness-92';
  }
  return 'border-[1.5px] border-dashed border-edge text-dim hover:text-ink';
}

/** Marks a picked option by a shape, because colour alone is not accessible. */
function CornerTick() {
  return (
    <svg viewBox="0 0 10 8" aria-hidden="true" className="absolute end-1.5 top-1 h-2 w-2.5">
      <path d="m1 4 2.6 2.6L9 1.2" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
