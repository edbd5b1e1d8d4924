import { useLingui } from '@lingui/react/macro';
import type { LegResult } from '#domain/tip.ts';
import { classes } from './classes.ts';

const grounds: Record<LegResult, string> = {
  pending: 'bg-waiting-ground text-waiting',
  won: 'bg-won-ground text-won',
  lost: 'bg-lost-ground text-lost',
  void: 'bg-waiting-ground text-waiting',
};

/** A check has won, a minus has lost, a turned arrow is void, a clock waits. */
const shapes: Record<LegResult, string> = {
  pending: 'M8 4.2V8l2.4 1.6M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z',
  won: 'm3.4 8.4 3 3L12.6 5',
  lost: 'M3.6 8h8.8',
  void: 'M4.4 5.2A4.6 4.6 0 1 1 3.4 8.6M4.2 2.4v3h3',
};

export function LegIcon({ result }: { result: LegResult }) {
  const { t } = useLingui();
  const names: Record<LegResult, string> = {
    pending: t`Waiting`,
    won: t`Won`,
    lost: t`Lost`,
    void: t`Void`,
  };
  return (
    <span
      role="img"
      aria-label={names[result]}
      className={classes(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-full forced-colors:border',
        grounds[result],
      )}
    >
      <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true" {...stroke}>
        <path d={shapes[result]} />
      </svg>
    </span>
  );
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
