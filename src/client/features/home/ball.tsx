import { useLingui } from '@lingui/react/macro';
import type { Tip } from '#contract/tips.ts';
import { classes } from '#client/ui/classes.ts';
import { mediumDate } from '#client/ui/formats.ts';

const grounds: Record<Tip['outcome'], string> = {
  won: 'bg-won-ground text-won',
  lost: 'bg-lost-ground text-lost',
  void: 'bg-waiting-ground text-waiting',
  open: 'bg-waiting-ground text-waiting',
};

/** A recent tip as a ball: its letter says how it ended, a clock that it has not. */
export function Ball({ tip, onOpen }: { tip: Tip; onOpen: () => void }) {
  const { t } = useLingui();
  const letters = { won: t`W`, lost: t`L`, void: t`V`, open: undefined };
  const words = { won: t`Won`, lost: t`Lost`, void: t`Void`, open: t`Waiting` };
  const letter = letters[tip.outcome];
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${words[tip.outcome]}, ${mediumDate(tip.creationTime)}`}
      className="group inline-flex size-11 items-center justify-center"
    >
      <span
        className={classes(
          'inline-flex size-9 items-center justify-center rounded-full text-sm font-bold group-hover:ring-[1.5px] group-hover:ring-current forced-colors:border',
          grounds[tip.outcome],
        )}
      >
        {letter ?? (
          <svg
            viewBox="0 0 16 16"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            className="size-5"
          >
            <path d="M8 4.2V8l2.4 1.6M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z" />
          </svg>
        )}
      </span>
    </button>
  );
}
