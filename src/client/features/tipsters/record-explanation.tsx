import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalculationRules } from '#client/ui/disclosure.tsx';
import { countText, oneDecimalText, unitsText } from '#client/ui/formats.ts';
import type { WindowRecord } from '#contract/records.ts';
import { minSettledForFollowers, minSettledForStars, starsProfitCap } from '#domain/record.ts';

/** The rules of the figures, and how this tipster's stars are computed. */
export function RecordExplanation({ record }: { record: WindowRecord }) {
  return (
    <CalculationRules className="mt-1">
      <li>
        <Trans>
          Every posted tip counts once it is settled and confirmed, booked or not. It belongs to the
          day of its last kick-off, in UTC.
        </Trans>
      </li>
      <li>
        <Trans>
          One unit is put on each ticket at its odds at kick-off. A won one brings its odds less
          one; a lost one costs one. A void one counts nowhere, one without odds counts in the hit
          rate alone.
        </Trans>
      </li>
      <li>
        <Trans>
          A tip can be withdrawn within two minutes and before any kick-off. It is counted as
          withdrawn, and in no other figure.
        </Trans>
      </li>
      <li>
        <Trans>
          Yield is units per priced ticket. The range under the hit rate holds the true rate in 19
          of 20 cases (Wilson).
        </Trans>
      </li>
      <li>
        <Trans>
          Followers’ yield is the same for the settled tickets of those who copied these tips and
          booked them, at their odds when they booked. It is shown from {minSettledForFollowers}{' '}
          tickets on.
        </Trans>
      </li>
      <li>
        <Trans>
          Tipsters are ranked by y = units ÷ (settled + 50), in which a ticket adds at most{' '}
          {starsProfitCap} units: a short record proves little. Stars are 2.5 + 2.5 × 10y ÷ √(1 +
          (10y)²), over all time, from {minSettledForStars} settled tickets.
        </Trans>
        <StarsFormula record={record} />
      </li>
    </CalculationRules>
  );
}

function StarsFormula({ record: { stars, settled, ...record } }: { record: WindowRecord }) {
  const count = countText(settled);
  if (stars === undefined) {
    return <span className="block">{t`Here: new, ${count} settled so far.`}</span>;
  }
  const units = unitsText(record.cappedProfit ?? record.flatProfit);
  const figure = oneDecimalText(stars);
  return (
    <span className="figure block text-ink">
      {t`Here: y = ${units} ÷ (${count} + 50), which makes ${figure}.`}
    </span>
  );
}
