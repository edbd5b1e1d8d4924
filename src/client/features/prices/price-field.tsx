import { t } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { type KeyboardEventHandler, type Ref, useId } from 'react';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { oddsText } from '#client/ui/formats.ts';
import { Tag } from '#client/ui/tag.tsx';
import { translateOption } from '#client/ui/tip/option-words.ts';
import { priceFieldText, type PriceRow, checkTypedPrice, type TypedPrices } from './price-entry.ts';

export type PriceFieldProps = {
  ref: Ref<HTMLInputElement>;
  row: PriceRow;
  teams: { home: string; away: string };
  typed: TypedPrices;
  /** True after a visit or an attempt to save, so that an error is shown. */
  isTouched: boolean;
  /** True for the last field of the fixture, where Enter saves. */
  last: boolean;
  onType: (text: string) => void;
  onLeave: () => void;
  onKeyDown: KeyboardEventHandler;
};

/** An option with its price field and the origin of the price. */
export function PriceField(props: PriceFieldProps) {
  const { ref, row, teams, typed, isTouched, last, onType, onLeave, onKeyDown } = props;
  const id = useId();
  const text = priceFieldText(row, typed);
  const state = checkTypedPrice(row, text);
  const wrong = isTouched && state === 'none';
  const doubtful = isTouched && state === 'doubtful' && text !== priceFieldText(row, {});
  const words = translateOption(row.oddName, teams);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-36">
        <label htmlFor={id} className="block font-narrow text-base font-semibold">
          {words}
          <SourceText row={row} typed={typed} />
        </label>
        <span id={`${id}-tickets`} className="block text-xs text-dim">
          <bdi>{row.oddName}</bdi> · <OptionTicketCount {...row} />
        </span>
      </div>
      <div className="ms-auto flex items-center gap-2">
        <SourceTag row={row} typed={typed} />
        <input
          ref={ref}
          id={id}
          type="text"
          data-price
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint={last ? 'done' : 'next'}
          dir="ltr"
          value={text}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-tickets ${id}-state`}
          onChange={({ target }) => onType(target.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={onLeave}
          onKeyDown={onKeyDown}
          className={joinClasses(
            controlClasses,
            'figure w-24! text-end font-bold',
            doubtful && 'border-saved! bg-saved-ground text-saved',
          )}
        />
      </div>
      <p id={`${id}-state`} className="w-full text-end text-sm empty:hidden">
        {wrong && <WrongPriceNote />}
        {doubtful && <DoubtfulPriceNote usual={row.usual} />}
      </p>
    </div>
  );
}

function WrongPriceNote() {
  const { t } = useLingui();
  return (
    <span className="font-semibold text-lost">
      {t`Odds are 0 or between 1 and 1000, with at most two decimals.`}
    </span>
  );
}

/** Asks to confirm a price that is far from the usual price. */
export function DoubtfulPriceNote({ usual }: Pick<PriceRow, 'usual'>) {
  const { t } = useLingui();
  return (
    <span className="text-saved">
      {t`Is this right?`} {usual && usualPriceText(usual)}
    </span>
  );
}

/** Describes the price with which a typed price is compared. */
export function usualPriceText({ price: usual, from }: NonNullable<PriceRow['usual']>): string {
  const price = oddsText(usual);
  const words = {
    estimate: t`The estimate is ${price}.`,
    feed: t`The feed says ${price}.`,
    others: t`Other tickets have ${price}.`,
  };
  return words[from];
}

/** The number of tickets with the option, and how many of these tickets have no price. */
function OptionTicketCount({ tickets, unpriced }: PriceRow) {
  if (unpriced === 0 || unpriced === tickets) {
    return <Plural value={tickets} one="in # ticket" other="in # tickets" />;
  }
  return (
    <Plural value={tickets} one="in # ticket" other={`in # tickets, ${unpriced} without odds`} />
  );
}

type SourceProps = Pick<PriceFieldProps, 'row' | 'typed'>;

/** Finds the origin of the price in an untouched field; undefined after typing. */
export function findPriceSource({ row, typed }: SourceProps) {
  return priceFieldText(row, typed) === priceFieldText(row, {}) ? row.offered?.from : undefined;
}

function SourceTag(props: SourceProps) {
  const { t } = useLingui();
  const source = findPriceSource(props);
  if (source === undefined || source === 'set') return undefined;
  const words = {
    estimate: t({ message: 'est.', context: 'an estimate' }),
    feed: t({ message: 'feed', context: 'a price of the odds feed' }),
    others: t({ message: 'set', context: 'a price that other tickets have' }),
  };
  return (
    <span aria-hidden="true">
      <Tag tone={source === 'estimate' ? 'waiting' : 'quiet'}>{words[source]}</Tag>
    </span>
  );
}

/** The source of the price as part of the field's accessible name. */
function SourceText(props: SourceProps) {
  const { t } = useLingui();
  const source = findPriceSource(props);
  if (source === undefined || source === 'set') return undefined;
  const words = {
    estimate: t`estimate`,
    feed: t`odds of the feed`,
    others: t`odds of other tickets`,
  };
  return <span className="sr-only">, {words[source]}</span>;
}
