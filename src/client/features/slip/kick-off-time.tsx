import { weekdayAndTime } from '#client/ui/formats.ts';

/** A kick-off as short as it stays clear: "Sat 15:00 GMT". */
export function KickOffTime({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{weekdayAndTime(at)}</time>;
}
