import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { reasonLimit } from '#contract/limits.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { Button } from '#client/ui/button.tsx';
import { controlClasses } from '#client/ui/classes.ts';
import { InlineQuestion } from '#client/ui/dialog/inline-question.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { focusHeadingOnRemoval } from '#client/ui/focus.ts';
import { listText, oddsText } from '#client/ui/formats.ts';
import { translateOption } from '#client/ui/tip/option-words.ts';
import { priceFieldText, type PriceRow, type PriceRows, type TypedPrices } from './price-entry.ts';
import { PriceField, findPriceSource } from './price-field.tsx';
import { parseTypedPrice } from './typed-price.ts';
import { type PriceFieldName, type PriceEntryInput, usePriceEntry } from './use-price-entry.ts';

type PriceFormProps = PriceEntryInput & { focus: number };

/** The prices of a fixture, typed one after the other and saved together. */
export function PriceForm(props: PriceFormProps) {
  const { fixture, rows, started } = props;
  const { t } = useLingui();
  const { refOf, focusField } = useFieldRefs();
  const entry = usePriceEntry({ ...props, focusField });
  const { typed, touched, problem, asking, busy } = entry;
  const [toggled, setToggled] = useState<boolean>();
  const showsPriced = toggled ?? rows.toPrice.length === 0;
  const game = `${fixture.home} – ${fixture.away}`;
  const first = rows.toPrice.find((row) => priceFieldText(row, typed) === '') ?? rows.toPrice[0];
  useFocusOnOpening(props.focus, () => first && focusField(first.oddsId, { preventScroll: true }));
  const shown = [...rows.toPrice, ...(showsPriced ? rows.priced : [])];
  const order: PriceFieldName[] = [
    ...shown.map(({ oddsId }) => oddsId),
    ...(started ? reasonFieldNames : []),
  ];
  // Enter moves to the next field and saves in the last one; Ctrl or Cmd with Enter saves at once.
  const goOnFrom = (name: PriceFieldName) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const next = order[order.indexOf(name) + 1];
    if (next === undefined || event.ctrlKey || event.metaKey) void entry.save();
    else focusField(next);
  };
  const field = (row: PriceRow) => (
    <PriceField
      key={row.oddsId}
      ref={refOf(row.oddsId)}
      row={row}
      teams={fixture}
      typed={typed}
      isTouched={touched.has(row.oddsId)}
      last={row.oddsId === order.at(-1)}
      onType={(text) => entry.type(row, text)}
      onLeave={() => entry.leave(row)}
      onKeyDown={goOnFrom(row.oddsId)}
    />
  );
  return (
    <form
      noValidate
      aria-label={t`Odds of ${game}`}
      onSubmit={(event) => {
        event.preventDefault();
        void entry.save();
      }}
    >
      <div ref={focusHeadingOnRemoval} className="divide-y divide-line border-t border-line">
        {rows.toPrice.map(field)}
      </div>
      <OtherOptions {...{ fixture, rows, showsPriced, field }} onToggle={setToggled} />
      {started && (
        <PriceReasonField
          ref={refOf('reason')}
          value={entry.reason}
          missing={entry.noReason}
          onType={entry.giveReason}
          onKeyDown={goOnFrom('reason')}
        />
      )}
      <div className="grid gap-3 border-t border-line px-4 py-3">
        {problem !== undefined && (
          <p role="alert" className="text-sm font-semibold text-lost">
            {problem}
          </p>
        )}
        <RemainingEstimates rows={rows} typed={typed} />
        {asking ? (
          <InlineQuestion
            words={t`Save odds`}
            question={<DoubtfulPrices fixture={fixture} rows={asking} typed={typed} />}
            keep={t`Look again`}
            onKeep={entry.lookAgain}
            onConfirm={() => void entry.saveAll()}
          />
        ) : (
          <Button type="submit" look="primary" busy={busy}>
            {t`Save odds`}
          </Button>
        )}
        <p className="hidden text-xs text-dim lg:block">
          <Trans>
            <kbd>Enter</kbd> goes to the next odds, <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves the game.
          </Trans>
        </p>
      </div>
    </form>
  );
}

/** Warns how many fields contain estimates, which become real odds when they are saved. */
function RemainingEstimates({ rows, typed }: { rows: PriceRows; typed: TypedPrices }) {
  const touched = rows.toPrice.filter(
    (row) => findPriceSource({ row, typed }) === 'estimate',
  ).length;
  if (touched === 0) return undefined;
  return (
    <p className="text-sm text-dim">
      <Plural
        value={touched}
        one="# of these is an estimate. Saved, it is real odds and records count it."
        other="# of these are estimates. Saved, they are real odds and records count them."
      />
    </p>
  );
}

const reasonFieldNames = ['reason'] as const;

/** Stores the input elements by field name, to move the focus without a render. */
function useFieldRefs() {
  const fields = useRef(new Map<PriceFieldName, HTMLInputElement | null>());
  return {
    refOf: (name: PriceFieldName) => (input: HTMLInputElement | null) =>
      void fields.current.set(name, input),
    focusField: (name: PriceFieldName, options?: FocusOptions) =>
      fields.current.get(name)?.focus(options),
  };
}

/** Calls `onOpened` after each tap that opened the fixture; `openings` counts the taps. */
function useFocusOnOpening(openings: number, onOpened: () => void): void {
  const focusFirst = useEffectEvent(onOpened);
  useEffect(() => {
    if (openings > 0) focusFirst();
  }, [openings]);
}

type OtherOptionsProps = {
  fixture: OptimisticFixture;
  rows: PriceRows;
  /** True if the section of options that have a price is open. */
  showsPriced: boolean;
  field: (row: PriceRow) => ReactNode;
  onToggle: (isOpen: boolean) => void;
};

/**
 * Priced options in a collapsed section, and options of own tickets, which another administrator
 * must price.
 */
function OtherOptions({ fixture, rows, showsPriced, field, onToggle }: OtherOptionsProps) {
  const own = fixture.selections.reduce((sum, selection) => sum + selection.own, 0);
  const { priced, different } = rows;
  const hasAny = priced.length + different.length + own > 0;
  if (!hasAny) return undefined;
  return (
    <div className="grid gap-1 border-t border-line px-4 py-2 text-sm text-dim">
      {own > 0 && (
        <p>
          <Plural
            value={own}
            one="# of yours is left to somebody else"
            other="# of yours are left to somebody else"
          />
        </p>
      )}
      {priced.length > 0 && (
        <Disclosure
          open={showsPriced}
          onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
          summary={
            <Plural value={priced.length} one="# option has odds" other="# options have odds" />
          }
        >
          <div className="-mx-4 divide-y divide-line text-ink">{priced.map(field)}</div>
        </Disclosure>
      )}
      {different.map(({ oddsId, oddName }) => {
        const words = translateOption(oddName, fixture);
        return (
          <p key={oddsId}>
            <Trans>{words}: its tickets have different odds</Trans>
          </p>
        );
      })}
    </div>
  );
}

type PriceReasonFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  missing: boolean;
  onType: (reason: string) => void;
  onKeyDown: KeyboardEventHandler;
};

/** The reason for prices set after the kick-off; one reason applies to all prices. */
function PriceReasonField({ ref, value, missing, onType, onKeyDown }: PriceReasonFieldProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <div className="grid gap-1 border-t border-line px-4 py-3">
      <label htmlFor={id} className="text-sm font-semibold">
        {t`Reason`}
      </label>
      <input
        ref={ref}
        id={id}
        type="text"
        dir="auto"
        onKeyDown={onKeyDown}
        enterKeyHint="done"
        maxLength={reasonLimit}
        value={value}
        aria-invalid={missing || undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onType(target.value)}
        className={controlClasses}
      />
      <p
        id={`${id}-hint`}
        className={missing ? 'text-sm font-semibold text-lost' : 'text-xs text-dim'}
      >
        {missing ? t`Reason is required` : t`The game has started: say why the odds change now.`}
      </p>
    </div>
  );
}

type DoubtfulPricesProps = Pick<OtherOptionsProps, 'fixture'> & {
  rows: readonly PriceRow[];
  typed: TypedPrices;
};

/** One question that asks to confirm all doubtful prices. */
function DoubtfulPrices({ fixture, rows, typed }: DoubtfulPricesProps) {
  const prices = listText(
    rows.map((row) => {
      const price = oddsText(parseTypedPrice(priceFieldText(row, typed)) ?? 0);
      return `${translateOption(row.oddName, fixture)} ${price}`;
    }),
  );
  return <Trans>Far from what is usual: {prices}. Save them all the same?</Trans>;
}
