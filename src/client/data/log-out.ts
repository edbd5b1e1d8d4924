import type { Configuration } from '#contract/site.ts';
import type { Engine } from '#sync/engine.ts';
import { forgetToken, TokenStore } from '#sync/token-store.ts';
import { dropSession } from '../session/session.ts';
import { accounts } from './accounts.ts';
import { closeMember, type Member } from './device.ts';

type LogOutParts = {
  member: Member;
  engine: Engine | undefined;
  configuration: Configuration | undefined;
  /** What becomes of operations that were never sent: they wait for this member, or go. */
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

  const tokens = new TokenStore();
  await forgetToken(tokens).catch(() => undefined);
  tokens.close();

  const { store, outbox } = member;
  const all = unsent === 'delete' || (await outbox.operations.count()) === 0;
  // A table that cannot be emptied goes with its database.
  await Promise.allSettled(store.tables.map((table) => table.clear()));
  if (all) await outbox.operations.clear();

  // Emptied, the databases may go whenever another tab lets go of them; nobody waits for that.
  for (const database of all ? [store, outbox] : [store])
    void database.delete().catch(() => undefined);
  closeMember(member.id);
}
