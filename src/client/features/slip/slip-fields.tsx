import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useSiteConfiguration } from '#client/data/device/engine-state.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import type { TipInput } from '#client/data/tips/tip-input.ts';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { LabelledControl } from '#client/ui/form/filter.tsx';
import { countText } from '#client/ui/formats.ts';
import { TickIcon } from '#client/ui/icon.tsx';
import { QuoteFigure } from '#client/ui/odds/quote-figure.tsx';
import { SegmentedControl } from '#client/ui/radio.tsx';
import { analysisLimit } from '#contract/limits.ts';
import type { Quote } from '#domain/odds/quote.ts';
import type { StartedLegPolicy } from '#domain/slip.ts';

const stakes = Array.from({ length: 10 }, (_, index) => index + 1);

type StakeChoiceProps = {
  stake: number;
  /** The total odds; undefined while a leg has neither price nor estimate. */
  total: Quote | undefined;
  onStake: (stake: number) => void;
};

/** Chooses the stake from one to ten units; a second tap removes the stake. */
function StakeChoice({ stake, total, onStake }: StakeChoiceProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-units`}>
      <p className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="font-narrow text-md font-bold">{t`Stake`}</span>
        <span id={`${id}-units`} aria-live="polite" className="text-sm text-dim">
          <StakeText stake={stake} total={total} />
        </span>
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(2.75rem,44px,18%),1fr))] gap-1.5">
        {stakes.map((units) => (
          <StakeButton
            key={units}
            units={units}
            picked={units === stake}
            onPick={() => onStake(units === stake ? 0 : units)}
          />
        ))}
      </div>
    </div>
  );
}

/** The payout, such as "3 units return 32.20", or a note that a stake is optional. */
function StakeText({ stake, total }: Omit<StakeChoiceProps, 'onStake'>) {
  if (stake === 0) return <Trans>optional, in units</Trans>;
  const payout = total && { ...total, odd: stake * total.odd };
  return payout ? (
    <Trans>
      <Plural value={stake} one="# unit returns" other="# units return" />{' '}
      <QuoteFigure quote={payout} className="figure font-bold text-ink" />
    </Trans>
  ) : (
    <Plural value={stake} one="# unit" other="# units" />
  );
}

type StakeButtonProps = { units: number; picked: boolean; onPick: () => void };

function StakeButton({ units, picked, onPick }: StakeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={picked}
      onClick={onPick}
      className={joinClasses(
        'figure relative min-h-11 rounded-key font-bold active:brightness-92',
        picked ? 'bg-flag text-on-flag' : 'border border-key-line bg-key hover:border-edge',
      )}
    >
      {countText(units)}
      {picked && (
        <span className="absolute end-1.5 top-1">
          <TickIcon />
        </span>
      )}
    </button>
  );
}

type AnalysisFieldProps = { text: string; onText: (text: string) => void };

/** The analysis, stored during typing. A text that is too long is not cut; an error is shown. */
function AnalysisField({ text, onText }: AnalysisFieldProps) {
  // The text is local state, because the stored text is updated a moment after each key.
  const [typed, setTyped] = useState(text);
  const isTooLong = typed.length > analysisLimit;
  const length = countText(typed.length);
  const limit = countText(analysisLimit);
  return (
    <LabelledControl label={t`Analysis`}>
      {(id) => (
        <>
          <textarea
            id={id}
            rows={2}
            dir="auto"
            value={typed}
            aria-invalid={isTooLong || undefined}
            aria-describedby={`${id}-length`}
            onChange={({ target }) => {
              setTyped(target.value);
              onText(target.value);
            }}
            className={`${controlClasses} field-sizing-content max-h-60`}
          />
          <p
            id={`${id}-length`}
            className={isTooLong ? 'text-sm font-semibold text-lost' : 'text-xs text-dim'}
          >
            {isTooLong
              ? t`${length} characters: at most ${limit} fit`
              : typed.length > 0 && t`${length} of ${limit} characters`}
          </p>
        </>
      )}
    </LabelledControl>
  );
}

type TipInputFieldsProps = {
  input: TipInput;
  total: Quote | undefined;
  onEnter: (input: Partial<TipInput>) => void;
};

/** The fields for the stake, and for the analysis if the backend supports it. */
export function TipInputFields({ input, total, onEnter }: TipInputFieldsProps) {
  return (
    <>
      <StakeChoice stake={input.stake} total={total} onStake={(stake) => onEnter({ stake })} />
      <TouchlineBackendOnly>
        <AnalysisField text={input.analysis} onText={(analysis) => onEnter({ analysis })} />
      </TouchlineBackendOnly>
    </>
  );
}

type StartedGamesChoiceProps = {
  ifStarted: StartedLegPolicy;
  onChoice: (ifStarted: StartedLegPolicy) => void;
};

/** Chooses what happens if the tip arrives after one of its games has kicked off. */
export function StartedGamesChoice({ ifStarted, onChoice }: StartedGamesChoiceProps) {
  const segments = [
    ['drop', t`Drop started games`],
    ['refuse', t`All or nothing`],
  ] as const;
  const hints = { drop: t`The other games are posted.`, refuse: t`The tip comes back to you.` };
  return (
    <SegmentedControl
      label={<span className="text-sm">{t`If a game has kicked off when the tip arrives`}</span>}
      segments={segments}
      chosen={ifStarted}
      onChoose={onChoice}
      hint={hints[ifStarted]}
    />
  );
}

/** Says which bookmakers of the site configuration must offer the tip. */
export function BookmakersNotice() {
  const bookmakers = useSiteConfiguration()?.bookmakers ?? [];
  const names = new Intl.ListFormat(i18n.locale || undefined).format(bookmakers);
  return (
    <p className="text-sm text-dim">
      {bookmakers.length > 0 ? (
        t`All games and betting options selected must be featured on ${names}.`
      ) : (
        <Trans>
          All games and betting options selected must be featured on your local bookmakers.
        </Trans>
      )}
    </p>
  );
}
