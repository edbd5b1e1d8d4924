import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { joinClasses } from '../classes.ts';
import { durationText } from '../formats.ts';
import { announce } from '../messages/toasts.ts';

const kickOffWarningMs = 15 * 60_000;

/** True if a kick-off is near enough for a warning. */
export function isKickOffSoon(kickOff: string | Date, now: Date): boolean {
  return new Date(kickOff).getTime() - now.getTime() < kickOffWarningMs;
}

/** The time until a kick-off, highlighted in the last 15 minutes. */
export function TimeToKickOff({ kickOff, now }: { kickOff: string | Date; now: Date }) {
  const remainingMs = new Date(kickOff).getTime() - now.getTime();
  const span = durationText(remainingMs);
  if (remainingMs <= 0) {
    return (
      <span className="font-semibold text-dim">
        <Trans>Kicked off</Trans>
      </span>
    );
  }
  const hurry = isKickOffSoon(kickOff, now);
  return (
    <span data-live className={joinClasses(hurry ? 'font-bold text-saved' : 'text-dim')}>
      {hurry ? <Trans>Hurry: closes in {span}</Trans> : <Trans>closes in {span}</Trans>}
    </span>
  );
}

const oneMinuteMs = 60_000;
const announcedMinutes = [1, 5, 10];

/**
 * Announces ten, five and one minute before a kick-off to screen readers, whose users cannot watch
 * the clock.
 */
export function useAnnounceKickOff(
  kickOff: Date | undefined,
  now: Date,
  words: (span: string) => string,
): void {
  const remainingMs = kickOff === undefined ? 0 : kickOff.getTime() - now.getTime();
  const mark =
    remainingMs > 0
      ? announcedMinutes.find((minutes) => remainingMs <= minutes * oneMinuteMs)
      : undefined;
  const announceMark = useEffectEvent(() =>
    announce(words(durationText(Math.ceil(remainingMs / oneMinuteMs) * oneMinuteMs))),
  );
  // Includes the kick-off, because another game may have the same remaining time.
  const near = mark === undefined ? '' : `${kickOff?.getTime()} ${mark}`;
  useEffect(() => {
    if (near !== '') announceMark();
  }, [near]);
}
