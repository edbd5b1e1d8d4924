import type { Configuration } from '#contract/site/site.ts';
import type { Engine } from '#sync/engine.ts';
import { clearAim } from '#client/session/aim.ts';
import { endSession } from '#client/session/login-mirror.ts';
import type { RemovalExtent } from '#client/session/pending-removals.ts';
import { session } from '#client/session/session.ts';
import { createAccountApi } from './account-api.ts';
import { requestBackgroundSend, closeNotifications } from '../device/background-sync.ts';
import { closeMember, type Member } from '../device/device.tsx';
import { removeRows } from './row-removal.ts';

type LogOutOptions = {
  member: Member;
  engine: Engine | undefined;
  configuration: Configuration | undefined;
  /** Whether drafts and pending operations stay on this device for this member. */
  unsent: RemovalExtent;
};

/** Ends the session and removes private rows from this device. */
export async function logOut({
  member,
  engine,
  configuration,
  unsent,
}: LogOutOptions): Promise<void> {
  const token = session.get()?.token;
  clearAim();
  // The next engine, or the worker, ends the session on the server.
  const ended = await Promise.allSettled([endSession()]);
  const isQueued = ended.every(({ status }) => status === 'fulfilled');
  if (isQueued) void requestBackgroundSend();
  else if (configuration && token !== undefined) void createAccountApi(configuration).logOut(token);
  // Requests in flight are not awaited: where unsent changes are kept, they are repeated with the same
  // key after the next login.
  void engine?.stop();

  const removed = await Promise.allSettled([removeRows(member, unsent)]);
  closeMember(member.id);
  // Notifications are private.
  void closeNotifications();
  for (const one of [...ended, ...removed]) if (one.status === 'rejected') throw one.reason;
}
