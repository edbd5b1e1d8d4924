import { i18n } from '@lingui/core';

/** A kick-off as short as it stays clear: "Sat 15:00". */
export function KickOffTime({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()}>
      {i18n.date(at, { weekday: 'short', hour: '2-digit', minute: '2-digit' })}
    </time>
  );
}
