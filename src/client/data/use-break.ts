import { isOnBreak, laterEnd } from '#domain/break-mode.ts';
import { keptBreakDocument } from '#sync/document-names.ts';
import { keptBreakEnd } from './break-in.ts';
import { useDevice } from './device-context.ts';
import { useDocument } from './use-document.ts';
import { useProfile } from './use-profile.ts';
import { useServerNow } from './use-server-now.ts';

/** How soon a break that is over is seen to be; whoever took none waits for nothing. */
const pace = { some: 20_000, none: 3_600_000 } as const;

/** Until when the member is on a break; null when they are on none, undefined until that was read. */
export function useBreak(): Date | null | undefined {
  const { member } = useDevice();
  const kept = useDocument(member?.store, keptBreakDocument);
  const profile = useProfile();
  const breakUntil = profile?.breakUntil;
  const told = breakUntil === undefined ? undefined : new Date(breakUntil);
  const until = laterEnd(keptBreakEnd(kept), told);
  const now = useServerNow(until ? pace.some : pace.none);
  if (kept === undefined || profile === undefined) return undefined;
  return until && isOnBreak(until, now) ? until : null;
}
