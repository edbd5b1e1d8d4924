import { isInTimeOut, laterEnd } from '#domain/time-out.ts';
import { keptTimeOutDocument } from '#sync/document-names.ts';
import { keptTimeOutEnd } from './time-out-in.ts';
import { useDevice } from './device-context.tsx';
import { useDocument } from './use-document.ts';
import { useProfile } from './use-profile.ts';
import { useServerNow } from './use-server-now.ts';

/** How soon a time-out that is over is seen to be; whoever took none waits for nothing. */
const pace = { some: 20_000, none: 3_600_000 } as const;

/** Until when the member is on a time-out; null when they are on none, undefined until that was read. */
export function useTimeOut(): Date | null | undefined {
  const { member } = useDevice();
  const kept = useDocument(member?.store, keptTimeOutDocument);
  const profile = useProfile();
  const timeOutUntil = profile?.timeOutUntil;
  const told = timeOutUntil === undefined ? undefined : new Date(timeOutUntil);
  const until = laterEnd(keptTimeOutEnd(kept), told);
  const now = useServerNow(until ? pace.some : pace.none);
  if (kept === undefined || profile === undefined) return undefined;
  return until && isInTimeOut(until, now) ? until : null;
}
