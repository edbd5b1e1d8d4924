import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LegResult, TipOutcome } from '#domain/tip.ts';
import { joinClasses } from '../classes.ts';
import { Icon, type IconName } from '../icon.tsx';

/** The state of a leg as shown: decided, pending or in play. */
export type LegState = LegResult | 'in-play';

/** The outcome of a settled tip. */
export type SettledOutcome = Exclude<TipOutcome, 'open'>;

const words: Record<LegState, MessageDescriptor> = {
  pending: msg`Waiting`,
  'in-play': msg`In play`,
  won: msg`Won`,
  lost: msg`Lost`,
  void: msg`Void`,
};

/** The state of a leg or tip as a word. */
export function legStateText(state: LegState): string {
  return i18n._(words[state]);
}

/** Marks a result that is certain but not confirmed by an administrator. */
export function UnconfirmedResult({ result }: { result: SettledOutcome }) {
  const word = legStateText(result);
  return <Trans>{word}, not confirmed yet</Trans>;
}

const solids: Record<SettledOutcome, string> = {
  won: 'bg-won-solid text-on-solid',
  lost: 'bg-lost-solid text-on-solid',
  void: 'bg-waiting-solid text-on-solid',
};

const looks: Record<LegState, string> = {
  ...solids,
  pending: 'border-[1.5px] border-edge text-dim',
  'in-play': 'bg-pill text-on-pill',
};

/** A check for won, a minus for lost, a turned arrow for void, a clock for pending. */
const shapes: Record<LegState, IconName> = {
  pending: 'clock',
  'in-play': 'next',
  won: 'check',
  lost: 'minus',
  void: 'back',
};

/** The state of a leg as an icon; its shape differs, because colour alone is not accessible. */
export function StateIcon({ state }: { state: LegState }) {
  return (
    <span
      role="img"
      aria-label={legStateText(state)}
      data-live={state === 'in-play' ? '' : undefined}
      className={joinClasses(
        'inline-flex size-5.5 shrink-0 items-center justify-center rounded-full forced-colors:border',
        looks[state],
      )}
    >
      <Icon name={shapes[state]} className="size-3.5" />
    </span>
  );
}

const letters: Record<SettledOutcome, MessageDescriptor> = {
  won: msg({ message: 'W', context: 'one letter for won' }),
  lost: msg({ message: 'L', context: 'one letter for lost' }),
  void: msg({ message: 'V', context: 'one letter for void' }),
};

/** The outcomes of the last settled tickets as letters in circles, oldest first. */
export function RecentOutcomes({
  form,
  large = false,
}: {
  form: readonly SettledOutcome[];
  large?: boolean;
}) {
  const { t } = useLingui();
  if (form.length === 0) return undefined;
  const outcomes = form.map(legStateText).join(', ');
  return (
    <span
      role="img"
      aria-label={t`Last settled tickets, oldest first: ${outcomes}`}
      className="inline-flex flex-wrap gap-[3px]"
    >
      {form.map((outcome, index) => (
        <OutcomeLetter key={index} outcome={outcome} large={large} />
      ))}
    </span>
  );
}

/** The outcome of a settled ticket; decorative, so the caller adds a text. */
export function OutcomeLetter({
  outcome,
  large = false,
}: {
  outcome: SettledOutcome;
  large?: boolean;
}) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'inline-grid place-items-center rounded-full font-narrow leading-none font-bold forced-colors:border',
        'in-[.pitch]:outline-[1.5px] in-[.pitch]:outline-on-pitch/70',
        large ? 'size-[1.375rem] text-sm' : 'size-[1.125rem] text-[0.6875rem]',
        solids[outcome],
      )}
    >
      {i18n._(letters[outcome])}
    </span>
  );
}

const inks: Record<SettledOutcome, string> = {
  won: 'text-won',
  lost: 'text-lost',
  void: 'text-waiting',
};

/** The outcome of a tip as a rubber stamp in the footer of its card; `joy` animates the stamp. */
export function OutcomeStamp({ outcome, joy = false }: { outcome: SettledOutcome; joy?: boolean }) {
  return (
    <span
      className={joinClasses(
        'mx-2 inline-block -rotate-7 rounded-tag border-[2.5px] border-current px-2.5 pt-1 pb-[3px]',
        'font-narrow text-[1.375rem] leading-none font-bold tracking-[0.06em] uppercase',
        'outline outline-offset-2 outline-current rtl:tracking-normal',
        inks[outcome],
        joy && 'animate-[stamp_700ms_ease-out]',
      )}
    >
      {legStateText(outcome)}
    </span>
  );
}

/** The "in play" tag, with text because a green dot alone is not accessible. */
export function InPlayTag() {
  return (
    <span
      data-live
      className="inline-flex min-h-6 items-center gap-1.5 rounded-tag bg-pill px-2 text-xs font-bold text-on-pill"
    >
      <span aria-hidden="true" className="size-[7px] shrink-0 rounded-full bg-live" />
      {legStateText('in-play')}
    </span>
  );
}
