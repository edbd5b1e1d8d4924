import { Plural, Trans } from '@lingui/react/macro';
import type { CorrectionPreview } from '#contract/desk.ts';
import { classes } from '#client/ui/classes.ts';
import { unitsText } from '#client/ui/formats.ts';
import { Ltr } from '#client/ui/text.tsx';

/** How many are drawn: those who lose or win most. */
const shown = 20;

/** What a correction takes from, or gives to, the records of tipsters. */
export function CorrectedTipsters({ tipsters }: Pick<CorrectionPreview, 'tipsters'>) {
  const byWeight = tipsters.toSorted((one, next) => weightOf(next) - weightOf(one));
  const rest = byWeight.length - shown;
  return (
    <section aria-labelledby="corrected-tipsters">
      <h3 id="corrected-tipsters" className="text-md font-bold">
        <Plural value={tipsters.length} one="# tipster" other="# tipsters" />
      </h3>
      <ul className="divide-y divide-line">
        {byWeight.slice(0, shown).map(({ id, name, tickets, before, after }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
              <bdi className="font-narrow font-bold">{name}</bdi>{' '}
              <span className="text-sm text-dim">
                <Plural value={tickets} one="# ticket" other="# tickets" />
              </span>
            </span>
            {after !== before && <Units units={after - before} />}
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
    <span className={classes('font-bold', units < 0 ? 'text-lost' : 'text-won')}>
      <Trans>{figure} units</Trans>
    </span>
  );
}

function weightOf({ before, after }: CorrectionPreview['tipsters'][number]): number {
  return Math.abs(after - before);
}
