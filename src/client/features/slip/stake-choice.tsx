import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { classes } from '#client/ui/classes.ts';
import { countText } from '#client/ui/formats.ts';

const stakes = Array.from({ length: 11 }, (_, stake) => stake);

/** How much of ten units the tipster puts on the tip; 0 means that nothing was staked. */
export function StakeChoice({
  stake,
  onStake,
}: {
  stake: number;
  onStake: (stake: number) => void;
}) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset aria-describedby={`${name}-units`}>
      <legend className="mb-1 text-sm font-semibold">
        <Trans>Stake</Trans>{' '}
        <span id={`${name}-units`} aria-hidden="true" className="font-normal text-dim">
          {stake === 0 ? (
            <Trans>in units</Trans>
          ) : (
            <Plural value={stake} one="# unit" other="# units" />
          )}
        </span>
      </legend>
      <div className="grid grid-cols-6 gap-1.5">
        {stakes.map((units) => (
          <label
            key={units}
            className={classes(
              'figure flex min-h-11 cursor-pointer items-center justify-center rounded-sm border-[1.5px] font-bold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              units === 0 && 'col-span-2 font-sans text-sm',
              units === stake ? 'border-ink bg-ink text-card' : 'border-transparent bg-sunk',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={units}
              checked={units === stake}
              onChange={() => onStake(units)}
            />
            {units === 0 ? t`Not staked` : countText(units)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
