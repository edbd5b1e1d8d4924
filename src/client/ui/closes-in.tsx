import { Trans } from '@lingui/react/macro';
import { classes } from './classes.ts';
import { spanText } from './formats.ts';

const soon = 15 * 60_000;

/** Whether a kick-off is so near that it is worth a warning. */
export function closesSoon(kickOff: string | Date, now: Date): boolean {
  return new Date(kickOff).getTime() - now.getTime() < soon;
}

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
  const hurry = closesSoon(kickOff, now);
  return (
    <span className={classes(hurry ? 'font-bold text-saved' : 'text-dim')}>
      {hurry ? <Trans>Hurry: closes in {span}</Trans> : <Trans>closes in {span}</Trans>}
    </span>
  );
}
