import { Plural, Trans } from '@lingui/react/macro';
import { profitCap } from '#domain/record.ts';

/** The rules of the tables. */
export function HowTablesAreMade({ minimum }: { minimum: number }) {
  return (
    <details className="mt-2 max-w-prose">
      <summary className="inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4">
        <Trans>How it is worked out</Trans>
      </summary>
      <ul className="grid gap-2 text-sm text-dim [&>li]:ms-4 [&>li]:list-disc">
        <li>
          <Trans>
            A ticket belongs to the month of its last kick-off, in UTC, and counts once it is
            settled and confirmed, booked or not.
          </Trans>
        </li>
        <li>
          <Trans>
            One unit is put on each at its odds at kick-off: a won one brings its odds less one, at
            most {profitCap} units; a lost one costs one. Void ones count nowhere, those without
            odds in the hit rate alone.
          </Trans>
        </li>
        <li>
          <Plural
            value={minimum}
            one="A rank needs # settled ticket."
            other="A rank needs # settled tickets."
          />{' '}
          <Trans>Who has as many units from as many tickets shares a rank.</Trans>
        </li>
      </ul>
    </details>
  );
}
