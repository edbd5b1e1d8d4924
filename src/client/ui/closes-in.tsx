import { Trans } from '@lingui/react/macro';
import { classes } from './classes.ts';
import { spanText } from './formats.ts';

const soon = 15 * 60_000;

/** Time to a kick-off: calm, then in the colour and words of a warning for the last quarter hour. */
export function ClosesIn({ kickOff, now }: { kickOff: string | Date; now: Date }) {
  const left = new Date(kickOff).getTime() - now.getTime();
  const span = spanText(left);
  if (left <= 0) {
    return (
      <span className="font-semibold text-dim">
        <Trans>Kicked off</Trans>
      </span>
    );
  }
  return (
    <span className={classes(left < soon ? 'font-bold text-saved' : 'text-dim')}>
      {left < soon ? <Trans>Hurry: closes in {span}</Trans> : <Trans>closes in {span}</Trans>}
    </span>
  );
}
