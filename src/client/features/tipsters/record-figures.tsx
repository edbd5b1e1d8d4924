import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TipsterRecord } from '#contract/members.ts';
import { settledForStars, wilson } from '#domain/record.ts';
import { hitRateOf } from '#domain/ticket.ts';
import { countText, percentText, signedText } from '../../ui/formats.ts';

/** What the settled tickets add up to, each figure with its sample or interval. */
export function RecordFigures({ record }: { record: TipsterRecord }) {
  const { settled, won, lost, flatProfit, stars } = record;
  const decided = won + lost;
  const rate = hitRateOf(record);
  const interval = wilson(won, decided);
  return (
    <>
      <dl className="chalk grid grid-cols-3 overflow-hidden rounded-md bg-line gap-[1.5px]">
        <Figure label={<Trans>Settled tickets</Trans>} value={countText(settled)} />
        <Figure
          label={<Trans>Hit rate</Trans>}
          value={rate === undefined ? '–' : percentText(rate)}
          sample={
            interval && (
              <Trans>
                {percentText(interval.low * 100)} to {percentText(interval.high * 100)} of {decided}
              </Trans>
            )
          }
        />
        <Figure
          label={<Trans>Units, flat stakes</Trans>}
          value={settled === 0 ? '–' : signedText(flatProfit)}
        />
        <Figure label={<Trans>Won</Trans>} value={countText(won)} />
        <Figure label={<Trans>Lost</Trans>} value={countText(lost)} />
        <Figure
          label={<Trans>Stars</Trans>}
          value={stars === undefined ? '–' : starsText(stars)}
          sample={
            stars === undefined && (
              <Trans>
                new, {settled} of {settledForStars}
              </Trans>
            )
          }
        />
      </dl>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4">
          <Trans>How it is worked out</Trans>
        </summary>
        <p className="text-sm text-dim">
          <Trans>
            Every posted tip counts once all its games are settled, booked or not. One unit is put
            on each: a won ticket brings its odds less one, at most 20 units, a lost one costs one,
            a void one nothing. Stars are 2.5 + 25 × units ÷ (settled + 50), between 0 and 5, from{' '}
            {settledForStars} settled tickets. The range beside the hit rate holds the true rate in
            19 of 20 cases (Wilson).
          </Trans>
        </p>
      </details>
    </>
  );
}

function starsText(stars: number): string {
  return i18n.number(stars, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function Figure({ label, value, sample }: { label: ReactNode; value: string; sample?: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end bg-card px-3 py-2">
      <dt className="text-xs text-dim">
        {label}
        {sample ? <span className="block">{sample}</span> : undefined}
      </dt>
      <dd className="figure text-lg font-bold">{value}</dd>
    </div>
  );
}
