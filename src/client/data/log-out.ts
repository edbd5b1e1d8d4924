import type { Configuration } from '#contract/site.ts';
import type { Engine } from '#sync/engine.ts';
import type { OutboxStore } from '#sync/outbox-store.ts';
import { dropSession } from '../session/session.ts';
import { accounts } from './accounts.ts';
import { closeMember, type Member } from './device.ts';
import { wipeRows } from './drafts.ts';

type LogOutParts = {
  member: Member;
  engine: Engine | undefined;
  configuration: Configuration | undefined;
  /** What becomes of what was begun or never sent: it waits for this member, or goes. */
  unsent: 'keep' | 'delete';
};

/** Ends the session and removes what was private from this device. */
export async function logOut({
  member,
  engine,
  configuration,
  unsent,
}: LogOutParts): Promise<void> {
  // Asked while the token is still there. A server out of reach lets the session run out.
  if (configuration) void accounts(configuration).logOut();
  dropSession();
  // Nothing is asked or sent from here on. What is under way may take long on a bad line and is not
  // waited for: it is sent with the same key again should its member come back.
  void engine?.stop();

  const { store, outbox } = member;
  const wiped = await Promise.allSettled([wipeRows(store, unsent), wipeOutbox(outbox, unsent)]);
  closeMember(member.id);
  for (const one of wiped) if (one.status === 'rejected') throw one.reason;
}

async function wipeOutbox(outbox: OutboxStore, unsent: 'keep' | 'delete'): Promise<void> {
  if (unsent === 'keep' && (await outbox.operations.count()) > 0) return;
  await outbox.operations.clear();
  // Emptied, it may go whenever another tab lets go of it; nobody waits for that.
  void outbox.delete().catch(() => undefined);
}
