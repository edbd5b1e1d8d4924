import type { Configuration } from '#contract/site/site.ts';
import type { Engine } from '#sync/engine.ts';
import { clearAim } from '#client/session/aim.ts';
import { endSession } from '#client/session/login-mirror.ts';
import type { RemovalExtent } from '#client/session/pending-removals.ts';
import { session } from '#client/session/session.ts';
import { createAccountApi } from './account-api.ts';
import { requestBackgroundSend, closeNotifications } from '../device/background-sync.ts';
import { closeMemberDatabase, type Member } from '../device/device.tsx';
import { removeRows } from './row-removal.ts';

type LogOutOptions = {
  member: Member;
  engine: Engine | undefined;
  configuration: Configuration | undefined;
  /** With `keep`, drafts and pending operations of this member stay on this device. */
  unsent: RemovalExtent;
};

/** Ends the session and removes the member's private rows from this device. */
export async function logOut({
  member,
  engine,
  configuration,
  unsent,
}: LogOutOptions): Promise<void> {
  const token = session.get()?.token;
  clearAim();
  // The stored logout is sent to the server by the next engine or by the service worker.
  const ended = await Promise.allSettled([endSession()]);
  const isQueued = ended.every(({ status }) => status === 'fulfilled');
  if (isQueued) void requestBackgroundSend();
  else if (configuration && token !== undefined) void createAccountApi(configuration).logOut(token);
  // Does not wait for requests in flight. If unsent changes stay on the device, these requests are
  // repeated with the same idempotency key after the next login.
  void engine?.stop();

  const removed = await Promise.allSettled([removeRows(member, unsent)]);
  closeMemberDatabase(member.id);
  // Notifications show private content.
  void closeNotifications();
  for (const one of [...ended, ...removed]) if (one.status === 'rejected') throw one.reason;
}
