import { dayAndTime } from '#client/ui/formats.ts';

/** A kick-off that may be weeks away, so with its day: "Sat 28 Nov, 15:00 GMT". */
export function KickOffTime({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{dayAndTime(at)}</time>;
}
