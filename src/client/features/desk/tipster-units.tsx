import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { joinClasses } from '#client/ui/classes.ts';
import { unitsText } from '#client/ui/formats.ts';
import { Ltr } from '#client/ui/text.tsx';

/** The maximum number of tipsters that are shown, those with the largest changes first. */
const maxShownTipsters = 20;

type TipsterUnitsProps = {
  tipsters: readonly { id: string; name: string; tickets: number; units: number }[];
};

/** The units by which tickets change their tipsters' records. */
export function TipsterUnits({ tipsters }: TipsterUnitsProps) {
  const id = useId();
  const byWeight = tipsters.toSorted((one, next) => Math.abs(next.units) - Math.abs(one.units));
  const rest = byWeight.length - maxShownTipsters;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-md font-bold">
        <Plural value={tipsters.length} one="# tipster" other="# tipsters" />
      </h3>
      <ul className="divide-y divide-line">
        {byWeight.slice(0, maxShownTipsters).map(({ id, name, tickets, units }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
              <bdi className="font-narrow font-bold">{name}</bdi>{' '}
              <span className="text-sm text-dim">
                <Plural value={tickets} one="# ticket" other="# tickets" />
              </span>
            </span>
            {units !== 0 && <Units units={units} />}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="text-sm text-dim">
          <Plural value={rest} one="and # more tipster" other="and # more tipsters" />
        </p>
      )}
    </section>
  );
}

function Units({ units }: { units: number }) {
  const figure = <Ltr className="figure">{unitsText(units)}</Ltr>;
  return (
    <span className={joinClasses('font-bold', units < 0 ? 'text-lost' : 'text-won')}>
      <Trans>{figure} units</Trans>
    </span>
  );
}
