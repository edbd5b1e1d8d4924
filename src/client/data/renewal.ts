import '../without-eval.ts';
import { renew } from '#contract/accounts.ts';
import { LoginAnswer } from '#sync/backend.ts';
import type { Engine } from '#sync/engine.ts';
import { keepLoginForGood } from '../session/mirror.ts';
import { session } from '../session/session.ts';

/** Whether half of a token's life is over, by the server's clock. */
export function isDue(
  { issuedAt, expiresAt }: { issuedAt: number | undefined; expiresAt: number | undefined },
  now: Date,
): boolean {
  if (issuedAt === undefined || expiresAt === undefined) return false;
  return now.getTime() > (issuedAt + expiresAt) / 2;
}

/** Exchanges a token past half its life, so that who comes back often never has to log in again. */
export async function renewWhenDue({
  api,
  serverNow,
}: Pick<Engine, 'api' | 'serverNow'>): Promise<void> {
  const current = session.get();
  if (current === undefined || !isDue(current, serverNow())) return;
  const answer = await api.callAs(renew, LoginAnswer);
  // Another tab may have logged out, or renewed, meanwhile.
  if (answer.kind !== 'ok' || session.get()?.token !== current.token) return;
  await keepLoginForGood(answer.reply);
}
