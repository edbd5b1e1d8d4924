import { useLingui } from '@lingui/react/macro';
import { joinClasses } from '../classes.ts';
import { legStateText } from './outcome.tsx';

/** The state of a leg in the bar of a tip in play. */
export type LegSegment = 'won' | 'lost' | 'void' | 'winning' | 'losing' | 'pending';

const looks: Record<LegSegment, string> = {
  won: 'bg-won-solid',
  lost: 'bg-lost-solid',
  void: 'bg-waiting-solid',
  winning: 'hatched-won',
  losing: 'hatched-lost',
  pending: 'bg-line',
};

/** A bar with a segment per leg: solid if decided, hatched for a current result, or else a line. */
export function LegBar({ segments }: { segments: readonly LegSegment[] }) {
  const { t } = useLingui();
  const words = (segment: LegSegment) => {
    switch (segment) {
      case 'winning':
        return t`winning`;
      case 'losing':
        return t`losing`;
      case 'pending':
        return t`to come`;
      default:
        return legStateText(segment);
    }
  };
  return (
    <div role="img" aria-label={segments.map(words).join(', ')} className="flex h-[7px] gap-[3px]">
      {segments.map((segment, index) => (
        <span
          key={index}
          className={joinClasses('flex-1 rounded-[3px] forced-colors:border', looks[segment])}
        />
      ))}
    </div>
  );
}

/**
 * The dashed line above the footer of a tip card. `remaining` is the remaining share (0 to 1) of
 * the time from the post to the first kick-off; this part is dark.
 */
export function Perforation({ remaining }: { remaining?: number | undefined }) {
  return (
    <div aria-hidden="true" className="perforation mx-3">
      {remaining !== undefined && remaining > 0 && (
        <div
          style={{ inlineSize: `${Math.min(1, remaining) * 100}%` }}
          className="dashed-edge absolute inset-y-0 end-0"
        />
      )}
    </div>
  );
}
