import type { Configuration } from '#contract/site.ts';
import type { Engine } from '#sync/engine.ts';
import { forgetOwed } from '#sync/storage-watch.ts';
import { endSession } from '#client/session/mirror.ts';
import { siteNotes } from '#client/session/site-notes.ts';
import { accounts } from './accounts.ts';
import { takeDownNews } from './background-sync.ts';
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
  const ended = await Promise.allSettled([endSession()]);
  // Nothing is asked or sent from here on. What is under way may take long on a bad line and is not
  // waited for: it is sent with the same key again should its member come back.
  void engine?.stop();

  const [wiped] = await Promise.allSettled([wipeRows(member.store, unsent)]);
  // What its member has deleted must not be missed at their next login.
  const notes = siteNotes();
  if (notes && wiped.status === 'fulfilled' && wiped.value === 'emptied') {
    forgetOwed(notes, member.id);
  }
  closeMember(member.id);
  // What a notification says is nobody else's to read.
  void takeDownNews();
  for (const one of [...ended, wiped]) if (one.status === 'rejected') throw one.reason;
}
