import { useEffect, useEffectEvent } from 'react';
import { spanText } from './formats.ts';
import { say } from './toasts.ts';

const minute = 60_000;
const marks = [1, 5, 10];

/**
 * Has it said that a kick-off is ten, five and one minute away: a clock that only runs on the screen
 * warns nobody who does not look at it.
 */
export function useSaidBefore(
  kickOff: Date | undefined,
  now: Date,
  words: (span: string) => string,
): void {
  const left = kickOff === undefined ? 0 : kickOff.getTime() - now.getTime();
  const mark = left > 0 ? marks.find((minutes) => left <= minutes * minute) : undefined;
  const tell = useEffectEvent(() => say(words(spanText(Math.ceil(left / minute) * minute))));
  // Another game's kick-off may stand at the same mark.
  const near = mark === undefined ? '' : `${kickOff?.getTime()} ${mark}`;
  useEffect(() => {
    if (near !== '') tell();
  }, [near]);
}
