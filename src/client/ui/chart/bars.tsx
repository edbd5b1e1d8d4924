import { maxOf } from '#domain/extremes.ts';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { joinClasses, signColourClass } from '../classes.ts';
import { countText, unitsText } from '../formats.ts';
import { Ltr } from '../text.tsx';

/** The profit in units of one part of a record, such as one league. */
export type Bar = {
  key: string;
  name: ReactNode;
  /** The number of settled games. */
  settled: number;
  units: number;
};

/** The profit of each part as a bar from a middle line: losses on one side, wins on the other. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const maxUnits = maxOf([...bars.map(({ units }) => Math.abs(units)), Number.EPSILON]);
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[minmax(0,auto)_1fr_auto] gap-x-2.5 gap-y-2 @max-[17.5rem]:grid-cols-[1fr_auto]"
    >
      {bars.map(({ key, name, settled, units }) => (
        <li key={key} className="col-span-full grid grid-cols-subgrid items-center text-sm">
          <span className="flex min-w-0 flex-wrap items-center gap-x-[7px] @max-[17.5rem]:col-span-full">
            {name}
            <span aria-hidden="true" className="text-xs text-dim">
              {countText(settled)}
            </span>
            <span className="sr-only">
              <Plural value={settled} one="# game" other="# games" />
            </span>
          </span>
          <span aria-hidden="true" className="relative h-2.5 min-w-8">
            <span className="absolute inset-y-0 start-1/2 w-px bg-edge" />
            <span
              style={{ inlineSize: `${(Math.abs(units) / maxUnits) * 50}%` }}
              className={joinClasses(
                'absolute inset-y-px rounded-[2px]',
                units < 0 ? 'end-1/2 bg-lost-solid' : 'start-1/2 bg-won-solid',
              )}
            />
          </span>
          <span className="sr-only">{t`Units`}</span>
          <Ltr className={joinClasses('figure text-end font-bold', signColourClass(units))}>
            {unitsText(units)}
          </Ltr>
        </li>
      ))}
    </ul>
  );
}
